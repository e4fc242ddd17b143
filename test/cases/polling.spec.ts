import { expectInvariants } from '../support/invariants.js';
import { armFault, clearFaults } from '../support/provider-control.js';
import { completeAtProvider, nobodyLooks, openOrder, type OpenOrder } from '../support/open-payment.js';
import { Scene } from '../support/scene.js';
import { until } from '../support/until.js';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open();
  await scene.stock('TEA', 100);
});
afterAll(() => scene.close());

const waitOf = ({ headers }: { headers: Record<string, string> }): number => Number(headers['retry-after']);
const poll = (path: string, etag = '"none"') => scene.get(path).set('If-None-Match', etag);

/** Our own next step about an order is so far away. */
async function nextStepIn({ payment }: OpenOrder, time: string): Promise<void> {
  await nobodyLooks(scene, payment);
  await scene.rows(`UPDATE graphile_worker._private_jobs SET run_at = now() + $2::interval WHERE key LIKE $1 || ':%'`, [
    payment.saga_id,
    time,
  ]);
}

/** Whatever waits for its time about an order is due now. */
async function hurry({ payment }: OpenOrder): Promise<void> {
  await scene.rows(`UPDATE graphile_worker._private_jobs SET run_at = now() WHERE key LIKE $1 || ':%'`, [
    payment.saga_id,
  ]);
}

async function finish(order: OpenOrder): Promise<void> {
  await completeAtProvider(scene, order.payment);
  await hurry(order);
  expect((await scene.decision({ body: { pollUrl: order.pollUrl } })).status).toBe(201);
}

describe('how long whoever polls is asked to wait', () => {
  it('is a second while the provider is being asked', async () => {
    const first = await scene.place({ paymentMethod: 'pm_sandbox_delay_4000' }).set('Prefer', 'respond-async');
    expect([first.status, waitOf(first)]).toEqual([202, 1]);
    expect(waitOf(await poll(first.body.pollUrl))).toBe(1);
    await scene.decision(first);
    await expectInvariants(scene);
  });

  it('is until our next look at the provider, for a repetition of the request as well', async () => {
    const order = await openOrder(scene);
    await nextStepIn(order, '25 seconds');
    for (const answer of [await poll(order.pollUrl), await scene.place(order.order, { key: order.key })]) {
      expect(answer.status).toBe(202);
      expect(waitOf(answer)).toBeGreaterThan(15);
      expect(waitOf(answer)).toBeLessThanOrEqual(25);
    }
    await finish(order);
    await expectInvariants(scene);
  });

  it('is never more than a minute, however far away that look is: a notice may come before it', async () => {
    const order = await openOrder(scene);
    await nextStepIn(order, '1 hour');
    expect(waitOf(await poll(order.pollUrl))).toBe(60);
    await nextStepIn(order, '-1 hour');
    await finish(order);
    await expectInvariants(scene);
  });
});

describe('polling with If-None-Match', () => {
  it('304 while nothing has changed, with the time to wait; the whole answer as soon as something has', async () => {
    const order = await openOrder(scene);
    await nextStepIn(order, '25 seconds');
    const before = await poll(order.pollUrl);
    const { etag } = before.headers;
    expect([before.status, etag]).toEqual([202, expect.stringMatching(/^"[\w-]{22}"$/)]);

    const same = await poll(order.pollUrl, etag);
    expect([same.status, same.text, same.headers['etag']]).toEqual([304, '', etag]);
    expect(waitOf(same)).toBeGreaterThan(15);
    expect(same.headers['cache-control']).toBe('no-store');
    expect(same.headers).not.toHaveProperty('idempotent-replayed');

    await finish(order);
    const decided = await poll(order.pollUrl, etag);
    expect([decided.status, decided.body.status]).toEqual([201, 'confirmed']);
    await expectInvariants(scene);
  });

  it('a step further is another answer', async () => {
    const order = await openOrder(scene);
    await nobodyLooks(scene, order.payment);
    const { headers, body } = await poll(order.pollUrl);
    // The order can neither be paid nor end while the provider does not cancel.
    const cancels = { method: 'POST', path: `/v1/payment_intents/${order.payment.provider_reference}/cancel` } as const;
    await armFault(scene.sandbox.url, { kind: 'fail-before', status: 503 }, cancels, 1_000);
    await scene.post(`/api/orders/${order.orderId}/cancel`, {}).set('Prefer', 'respond-async');
    const further = await until('it is being cancelled', async () => {
      const answer = await poll(order.pollUrl, headers['etag']);
      return answer.status !== 304 && answer;
    });
    expect(further.status).toBe(202);
    expect(further.body).not.toEqual(body);
    expect(further.headers['etag']).not.toBe(headers['etag']);
    await clearFaults(scene.sandbox.url);
    const decided = await until('it is cancelled', async () => {
      // A try that has just failed plans the next one.
      await hurry(order);
      const answer = await poll(order.pollUrl);
      return answer.status !== 202 && answer;
    });
    expect(decided.status).toBe(409);
    await expectInvariants(scene);
  });

  it('a decided answer keeps its own ETag, byte by byte, and is not sent twice', async () => {
    const placed = await scene.place({}, { key: 'tagged' });
    const { id } = await scene.claimed('tagged');
    const path = `/api/idempotency/${id}`;
    const whole = await poll(path);
    expect([whole.status, whole.text, whole.headers['etag']]).toEqual([201, placed.text, placed.headers['etag']]);
    for (const known of [placed.headers['etag']!, `W/${placed.headers['etag']}`, '"x", "2"', '*']) {
      const same = await poll(path, known);
      expect([known, same.status, same.text, same.headers['etag']]).toEqual([known, 304, '', placed.headers['etag']]);
      expect(same.headers['idempotent-replayed']).toBe('true');
    }
  });

  it('a decided refusal has the ETag of its bytes and is told in full every time: it is no success', async () => {
    const key = 'tagged-refusal';
    const refused = await scene.place({ paymentMethod: 'pm_card_chargeDeclined' }, { key });
    const { id } = await scene.claimed(key);
    const path = `/api/idempotency/${id}`;
    const { etag } = (await poll(path)).headers;
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    const again = await poll(path, etag);
    expect([again.status, again.text, again.headers['etag']]).toEqual([402, refused.text, etag]);
  });

  it('tells another tenant nothing, whatever it claims to have', async () => {
    await scene.place({}, { key: 'mine' });
    const { id } = await scene.claimed('mine');
    const foreign = await scene.get(`/api/idempotency/${id}`, 'bob').set('If-None-Match', '*');
    expect([foreign.status, foreign.body.code]).toEqual([404, 'not_found']);
  });
});
