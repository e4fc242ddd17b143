import { OrderAnswers } from '../../src/modules/orders/http/order-answers.js';
import type { Answer } from '../../src/modules/idempotency/contract/answer.js';
import { ask, type Answered } from '../support/ask.js';
import { KEYS } from '../support/environment.js';
import { inside } from '../support/inside.js';
import { expectInvariants } from '../support/invariants.js';
import { CAPTURES } from '../support/provider-control.js';
import { postAndLeave } from '../support/raw-post.js';
import { anOrder, Scene } from '../support/scene.js';
import type { Served } from '../support/served.js';
import { until } from '../support/until.js';
import { jest } from '@jest/globals';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ inside: true, env: { ORDER_WAIT: '300ms' } });
  await scene.stock('TEA', 100);
});
afterAll(() => scene.close());
afterEach(() => void jest.restoreAllMocks());

/** What a replay repeats (semantics 8). */
const STORED = ['location', 'etag', 'content-type', 'content-language', 'last-modified'];
/** What belongs to one answer only. */
const FRESH = ['x-request-id', 'set-cookie'];

const DECISIONS = [
  ['confirmed', 201, {}],
  ['declined', 402, { paymentMethod: 'pm_card_chargeDeclined' }],
  ['out of stock', 409, { items: [{ sku: 'TEA', quantity: 1000 }] }],
  ['refused by the expected total', 409, { expectedTotal: 1 }],
] as const;

describe('a stored answer', () => {
  it.each(DECISIONS)(
    'B045 B046 B047 %s: replayed with its status, bytes and headers, and marked',
    async (what, status, order) => {
      const key = what.replaceAll(' ', '-');
      const first = await scene.place(order, { key }).set('Prefer', 'wait=20');
      expect(first.status).toBe(status);
      expect(first.headers).not.toHaveProperty('idempotent-replayed');
      const requestIds = new Set([first.headers['x-request-id']]);
      for (let turn = 0; turn < 3; turn++) {
        const again = await scene.place(order, { key });
        expect([again.status, again.text]).toEqual([status, first.text]);
        expect(again.headers['idempotent-replayed']).toBe('true');
        for (const name of STORED) expect([name, again.headers[name]]).toEqual([name, first.headers[name]]);
        for (const name of FRESH) if (again.headers[name]) requestIds.add(again.headers[name]);
      }
      expect(requestIds.size).toBe(4);
      await expectInvariants(scene);
    },
  );

  it('B043 a provider that fails twice is never a stored 5xx: 202 while unresolved, then 201, one capture', async () => {
    await scene.arm({ kind: 'fail-before', status: 503 }, { ...CAPTURES, paymentMethod: 'pm_card_fr' }, 2);
    const statuses: number[] = [];
    const order = { paymentMethod: 'pm_card_fr' };
    const decided = await until(
      'the order is decided',
      async () => {
        const answer = await scene.place(order, { key: 'b043' }).set('Prefer', 'wait=2');
        statuses.push(answer.status);
        return answer.status !== 202 && answer;
      },
      25_000,
    );
    expect([decided.status, decided.body.status]).toEqual([201, 'confirmed']);
    expect(new Set(statuses)).toEqual(new Set([202, 201]));
    const { charges } = await scene.booksOf(decided.body.id);
    expect(charges).toMatchObject([{ status: 'succeeded', attempts: 3 }]);
    await expectInvariants(scene);
  });
});

describe('an answer that is not to be kept as it is', () => {
  const rendered = async (key: string, answer: Answer) => {
    jest.spyOn(inside(scene, OrderAnswers), 'render').mockResolvedValueOnce(answer);
    const first = await scene.place({}, { key }).set('Prefer', 'wait=20');
    const again = await scene.place({}, { key });
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect([again.status, again.text]).toEqual([first.status, first.text]);
    const [record] = await scene.rows<Answer>('SELECT status, headers, body FROM idempotency.records WHERE key = $1', [
      key,
    ]);
    return { first, again, record: record! };
  };

  it('a cookie and a date that a handler sets are neither stored nor sent', async () => {
    const headers = { 'content-type': 'application/json', 'set-cookie': 'session=1', date: 'yesterday' };
    const { first, again, record } = await rendered('cookie', { status: 201, headers, body: '{}' });
    expect(record.headers).toEqual({ 'content-type': 'application/json' });
    for (const answer of [first, again]) {
      expect(answer.headers).not.toHaveProperty('set-cookie');
      expect(answer.headers['date']).not.toBe('yesterday');
    }
  });

  it('a body above 64 KiB: the order is decided all the same, and the record says where it can be read', async () => {
    const headers = { location: '/api/orders/1', etag: '"2"', 'content-type': 'application/json; charset=utf-8' };
    const body = JSON.stringify({ note: 'x'.repeat(65_536) });
    const { first, record } = await rendered('too-long', { status: 201, headers, body });
    expect(record).toEqual({ status: 201, headers, body: '{"instance":"/api/orders/1"}' });
    expect([first.status, first.text, first.headers['etag']]).toEqual([201, record.body, '"2"']);
  });
});

describe('who a stored answer is for', () => {
  const placeWith = ({ url }: Served, secret: string, key: string): Promise<Answered> =>
    ask(url, {
      method: 'POST',
      path: '/api/orders',
      headers: {
        authorization: `Bearer ${secret}`,
        'content-type': 'application/json',
        'idempotency-key': key,
        prefer: 'wait=20',
      },
      body: anOrder,
    });
  const NEW_SECRET = 'alice-secret-0002';

  it('the tenant, whatever its secret is by now', async () => {
    const first = await scene.place({}, { key: 'rotated' }).set('Prefer', 'wait=20');
    const rotated = await scene.join({ ROLE: 'api', API_KEYS: `alice:client:${NEW_SECRET}` });
    expect((await placeWith(rotated, KEYS.alice, 'rotated')).status).toBe(401);
    const again = await placeWith(rotated, NEW_SECRET, 'rotated');
    expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([201, first.text, 'true']);
  });

  it('not a caller that is no client any more, although it is called the same', async () => {
    const first = await scene.place({}, { key: 're-roled' }).set('Prefer', 'wait=20');
    const operator = await scene.join({ ROLE: 'api', API_KEYS: `alice:operator:${NEW_SECRET},bob:client:${KEYS.bob}` });
    const again = await placeWith(operator, NEW_SECRET, 're-roled');
    expect([again.status, JSON.parse(again.text).code]).toEqual([403, 'role_forbidden']);

    const { id } = await scene.claimed('re-roled');
    const look = { path: `/api/idempotency/${id}` };
    const asOperator = await ask(operator.url, { ...look, headers: { authorization: `Bearer ${NEW_SECRET}` } });
    expect([asOperator.status, asOperator.text]).toEqual([201, first.text]);
    const asBob = await ask(operator.url, { ...look, headers: { authorization: `Bearer ${KEYS.bob}` } });
    expect([asBob.status, JSON.parse(asBob.text).code]).toEqual([404, 'not_found']);
  });
});

describe('an answer that does not leave as it should', () => {
  it('B050 it cannot be rendered once: nothing is decided without it, and then it is', async () => {
    const answers = inside(scene, OrderAnswers);
    const unserialisable = new TypeError('Do not know how to serialize a BigInt');
    const render = jest.spyOn(answers, 'render').mockRejectedValueOnce(unserialisable);
    const first = await scene.place({}, { key: 'b050' }).set('Prefer', 'wait=20');
    expect(render.mock.calls.length).toBeGreaterThan(1);
    expect([first.status, first.body.status]).toEqual([201, 'confirmed']);
    expect((await scene.booksOf(first.body.id)).charges).toHaveLength(1);
    const again = await scene.place({}, { key: 'b050' });
    expect(again.text).toBe(first.text);
    await expectInvariants(scene);
  });

  it('B050 nobody is there to receive it: it is recorded all the same', async () => {
    const order = { ...anOrder, paymentMethod: 'pm_sandbox_delay_300' };
    const left = postAndLeave(`${scene.services[0]!.url}/api/orders`, 'b050-left', order);
    const { id } = await scene.claimed('b050-left');
    left.hangUp();
    const decided = await scene.decision({ body: { pollUrl: `/api/idempotency/${id}` } });
    const again = await scene.post('/api/orders', order, { key: 'b050-left' });
    expect([decided.status, again.text]).toEqual([201, decided.text]);
    await expectInvariants(scene);
  });
});
