import { ask, type Answered } from '../support/ask.js';
import { KEYS } from '../support/environment.js';
import { anOrder, Scene } from '../support/scene.js';
import { randomUUID } from 'node:crypto';

const SHOP = 'https://shop.example';
const LIMIT = 8;

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ env: { CORS_ORIGINS: `${SHOP},http://localhost:5173`, RATE_LIMIT: `${LIMIT}` } });
  await scene.stock('TEA', 100);
});
afterAll(() => scene.close());

const preflight = (origin: string, { url } = scene.services[0]!): Promise<Answered> =>
  ask(url, {
    method: 'OPTIONS',
    path: '/api/orders',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,idempotency-key,prefer',
    },
  });

interface Placing {
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

const placeFrom = (origin: string, { headers, body = anOrder }: Placing = {}): Promise<Answered> =>
  ask(scene.services[0]!.url, {
    method: 'POST',
    path: '/api/orders',
    headers: {
      origin,
      authorization: `Bearer ${KEYS.alice}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      ...headers,
    },
    body,
  });

const listed = (value: string | undefined): string[] => (value ?? '').split(', ');

describe('a page of an origin that is allowed', () => {
  it('is told what it may send, without a key and without being counted', async () => {
    for (let n = 0; n < 3 * LIMIT; n++) {
      const { status, headers, text } = await preflight(SHOP);
      expect([status, text]).toEqual([204, '']);
      expect(headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
      expect(headers['access-control-allow-origin']).toBe(SHOP);
      expect(listed(headers['access-control-allow-methods'])).toEqual(expect.arrayContaining(['GET', 'POST', 'PUT']));
      expect(listed(headers['access-control-allow-headers'])).toEqual(
        expect.arrayContaining(['Authorization', 'Content-Type', 'Idempotency-Key', 'Prefer', 'If-Match']),
      );
      expect(headers['vary']).toMatch(/\borigin\b/i);
    }
  });

  it('may read what an answer says beside its body', async () => {
    const { status, headers } = await placeFrom(SHOP);
    expect([status, headers['access-control-allow-origin']]).toEqual([201, SHOP]);
    expect(listed(headers['access-control-expose-headers'] as string)).toEqual(
      expect.arrayContaining([
        'Idempotency-Key',
        'Idempotent-Replayed',
        'Idempotency-Status',
        'Location',
        'ETag',
        'Retry-After',
        'Preference-Applied',
        'RateLimit',
        'RateLimit-Policy',
      ]),
    );
  });

  it.each([
    ['401', { headers: { authorization: 'Bearer nobody' } }, 401],
    ['400', { body: '{' }, 400],
    ['415', { headers: { 'content-type': 'text/plain' } }, 415],
  ])('may also read why it was refused before its body was read: %s', async (_, request, status) => {
    const refused = await placeFrom(SHOP, request);
    expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([status, SHOP]);
  });

  it('may read that it has to wait, and how long', async () => {
    const answers = [];
    for (let n = 0; n <= LIMIT; n++) answers.push(await placeFrom(SHOP, { body: '{' }));
    const refused = answers.at(-1)!;
    expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([429, SHOP]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('a page of any other origin', () => {
  it.each(['https://shop.example.evil', 'http://shop.example', 'https://shop.example:8443', 'null'])(
    '%s is allowed nothing',
    async (origin) => {
      for (const answer of [await preflight(origin), await placeFrom(origin)]) {
        expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
      }
    },
  );
});

describe('without CORS_ORIGINS', () => {
  it('no page of another origin is allowed anything, and OPTIONS is a method that no path takes', async () => {
    const { status, headers, text } = await preflight(SHOP, await scene.join({ CORS_ORIGINS: '' }));
    expect([status, JSON.parse(text).code]).toEqual([405, 'method_not_allowed']);
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });
});
