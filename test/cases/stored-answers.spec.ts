import { OrderAnswers } from '../../src/modules/orders/http/order-answers.js';
import { inside } from '../support/inside.js';
import { expectInvariants } from '../support/invariants.js';
import { CAPTURES } from '../support/provider-control.js';
import { postAndLeave } from '../support/raw-post.js';
import { anOrder, Scene } from '../support/scene.js';
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
