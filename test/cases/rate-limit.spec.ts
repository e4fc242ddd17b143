import { ask, type Answered } from '../support/ask.js';
import { environment } from '../support/environment.js';
import { expectInvariants } from '../support/invariants.js';
import { anOrder, Scene } from '../support/scene.js';
import { until } from '../support/until.js';
import { randomUUID } from 'node:crypto';

const LIMIT = 6;
/** One tenant for each test: a minute that is used up stays so. */
const TENANTS = ['shared', 'exact', 'freed', 'early', 'noisy', 'quiet', 'public', 'shown', 'outage', 'old'] as const;
type Tenant = (typeof TENANTS)[number];
const secretOf = (tenant: Tenant): string => `${tenant}-secret-01`;

let scene: Scene;
beforeAll(async () => {
  const { API_KEYS } = environment('', '');
  const clients = TENANTS.map((tenant) => `${tenant}:client:${secretOf(tenant)}`);
  const env = { RATE_LIMIT: `${LIMIT}`, API_KEYS: [API_KEYS, ...clients].join(','), SWEEP_INTERVAL: '100ms' };
  scene = await Scene.open({ instances: 2, env });
  await scene.stock('TEA', 100);
});
afterAll(() => scene.close());

const auth = (tenant: Tenant) => ({ authorization: `Bearer ${secretOf(tenant)}` });

const list = (tenant: Tenant, instance: number): Promise<Answered> =>
  ask(scene.services[instance]!.url, { path: '/api/orders', headers: auth(tenant) });

interface Placing {
  readonly key?: string;
  readonly instance?: number;
  readonly body?: unknown;
}

function place(tenant: Tenant, { key = randomUUID(), instance = 0, body = anOrder }: Placing = {}): Promise<Answered> {
  const headers = { ...auth(tenant), 'content-type': 'application/json', 'idempotency-key': key };
  return ask(scene.services[instance]!.url, { method: 'POST', path: '/api/orders', headers, body });
}

async function spend(tenant: Tenant, instance = 0): Promise<void> {
  for (let n = 0; n < LIMIT; n++) await list(tenant, instance);
}

const recordsOf = (key: string) => scene.rows('SELECT status FROM idempotency.records WHERE key = $1', [key]);
const waitOf = ({ headers }: Answered): number => Number(headers['retry-after']);
const nextMinute = (tenant: Tenant) =>
  scene.rows('UPDATE http.rate_windows SET ends_at = now() WHERE tenant_id = $1', [tenant]);

describe('the limit of a tenant', () => {
  it('is one for all instances: what one has counted the other counts on from', async () => {
    const seen: (string | undefined)[] = [];
    for (let n = 0; n < LIMIT; n++) {
      const { status, headers } = await list('shared', n % 2);
      expect([n, status]).toEqual([n, 200]);
      seen.push(/;r=(\d+);/.exec(String(headers['ratelimit']))?.[1]);
    }
    expect(seen).toEqual(['5', '4', '3', '2', '1', '0']);
    for (const instance of [0, 1]) {
      const refused = await list('shared', instance);
      expect([refused.status, JSON.parse(refused.text).code]).toEqual([429, 'rate_limited']);
      expect(refused.headers['content-type']).toBe('application/problem+json; charset=utf-8');
      expect(waitOf(refused)).toBeGreaterThanOrEqual(1);
      expect(waitOf(refused)).toBeLessThanOrEqual(60);
    }
  });

  it('lets exactly so many of a burst pass, whichever instances they come to', async () => {
    const burst = await Promise.all(Array.from({ length: 60 }, (_, n) => list('exact', n % 2)));
    const statuses = burst.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(LIMIT);
    expect(statuses.filter((status) => status === 429)).toHaveLength(60 - LIMIT);
  });

  it('begins anew a minute after its first request, by the clock of the database', async () => {
    for (let n = 0; n < LIMIT - 1; n++) await list('old', 0);
    await nextMinute('old');
    expect((await list('old', 0)).headers['ratelimit']).toMatch(/^"tenant";r=5;t=60$/);
  });
});

describe('danger: a flood of keys from one tenant (B150)', () => {
  it('B150 what is refused is not stored and leaves its key free: the same one serves a minute later', async () => {
    await spend('freed');
    const refused = await place('freed', { key: 'b150' });
    expect([refused.status, JSON.parse(refused.text)]).toMatchObject([429, { retry: 'same-key' }]);
    expect(refused.headers).toMatchObject({ 'idempotency-key': 'b150', 'cache-control': 'no-store' });
    expect(await recordsOf('b150')).toEqual([]);

    await nextMinute('freed');
    const served = await place('freed', { key: 'b150', instance: 1 });
    expect([served.status, served.headers['idempotent-replayed']]).toEqual([201, undefined]);
    await expectInvariants(scene);
  });

  it('B150 it is refused before the body is read, and nobody without a key is counted', async () => {
    await spend('early');
    for (const body of ['{', Buffer.alloc(2_000_000, 32)]) {
      expect((await place('early', { body })).status).toBe(429);
    }
    const [{ count }] = (await scene.rows<{ count: number }>(
      'SELECT count(*)::int AS count FROM http.rate_windows',
    )) as [{ count: number }];
    for (let n = 0; n < 2 * LIMIT; n++) {
      const stranger = await ask(scene.services[0]!.url, {
        path: '/api/orders',
        headers: { authorization: 'Bearer x' },
      });
      expect(stranger.status).toBe(401);
    }
    expect(await scene.rows('SELECT FROM http.rate_windows')).toHaveLength(count);
  });

  it('B150 the others are served meanwhile', async () => {
    const flood = Promise.all(Array.from({ length: 300 }, (_, n) => place('noisy', { instance: n % 2 })));
    const others = await Promise.all(Array.from({ length: LIMIT }, (_, n) => list('quiet', n % 2)));
    expect(others.map(({ status }) => status)).toEqual(Array.from({ length: LIMIT }, () => 200));
    const passed = (await flood).filter(({ status }) => status !== 429);
    expect(passed).toHaveLength(LIMIT);
    await expectInvariants(scene);
  });
});

describe('what has no limit', () => {
  it.each(['/health/live', '/health/ready', '/docs-json', '/docs/problems'])('%s', async (path) => {
    for (let n = 0; n < 2 * LIMIT; n++) {
      const answer = await ask(scene.services[0]!.url, { path, headers: auth('public') });
      expect([answer.status, answer.headers['ratelimit']]).toEqual([200, undefined]);
    }
  });

  it.each([
    ['GET', '/api/nope', 404],
    ['DELETE', '/api/orders', 405],
    ['GET', '/api/orders/%zz', 400],
    ['GET', `/api/orders/${'x'.repeat(101)}`, 414],
  ] as const)('what no route takes: %s %s', async (method, path, status) => {
    for (let n = 0; n < 2 * LIMIT; n++) {
      const answer = await ask(scene.services[0]!.url, { method, path, headers: auth('public') });
      expect([answer.status, answer.headers['ratelimit']]).toEqual([status, undefined]);
    }
  });

  it('a notice of the provider, which has no tenant', async () => {
    for (let n = 0; n < 2 * LIMIT; n++) {
      const headers = { ...auth('public'), 'content-type': 'application/json' };
      const notice = { method: 'POST', path: '/api/webhooks/stripe', headers, body: '{}' } as const;
      expect((await ask(scene.services[0]!.url, notice)).status).toBe(400);
    }
  });
});

describe('the headers of the limit', () => {
  it('are those of this answer, never those of a stored one', async () => {
    const first = await place('shown', { key: 'shown' });
    const again = await place('shown', { key: 'shown' });
    expect([first.status, again.status, again.headers['idempotent-replayed']]).toEqual([201, 201, 'true']);
    expect(again.text).toBe(first.text);
    expect(first.headers['ratelimit']).toMatch(/^"tenant";r=5;t=\d+$/);
    expect(again.headers['ratelimit']).toMatch(/^"tenant";r=4;t=\d+$/);
    expect(again.headers['ratelimit-policy']).toBe('"tenant";q=6;w=60');
  });
});

describe('danger: the counts are away', () => {
  it('nothing passes uncounted: 503 with Retry-After, nothing is stored, and the key serves afterwards', async () => {
    await scene.rows('ALTER TABLE http.rate_windows RENAME TO rate_windows_away');
    try {
      for (const answer of [await list('outage', 0), await place('outage', { key: 'outage', instance: 1 })]) {
        expect([answer.status, JSON.parse(answer.text).code]).toEqual([503, 'service_unavailable']);
        expect(waitOf(answer)).toBeGreaterThanOrEqual(1);
      }
    } finally {
      await scene.rows('ALTER TABLE http.rate_windows_away RENAME TO rate_windows');
    }
    expect(await recordsOf('outage')).toEqual([]);
    expect((await place('outage', { key: 'outage', instance: 1 })).status).toBe(201);
    await expectInvariants(scene);
  });
});

describe('tenants that come no more', () => {
  it('are forgotten an hour later, and nobody else is', async () => {
    await list('public', 0);
    await scene.rows(`INSERT INTO http.rate_windows VALUES ('gone', 3, now() - interval '61 minutes')`);
    const known = async (): Promise<string[]> =>
      (await scene.rows<{ tenant_id: string }>('SELECT tenant_id FROM http.rate_windows')).map((row) => row.tenant_id);
    await until('the old window is gone', async () => !(await known()).includes('gone'));
    expect(await known()).toContain('public');
  });
});
