import { expectInvariants } from '../support/invariants.js';
import { lookAfter } from '../support/passing-time.js';
import { REFUNDS } from '../support/provider-control.js';
import { paymentOf } from '../support/provider-events.js';
import { openProviderRoad, type ProviderRoad } from '../support/provider-road.js';
import { Scene } from '../support/scene.js';
import { until } from '../support/until.js';
import type { Verdict } from '../support/watched-road.js';
import { gate } from '../kernel/support/gate.js';

let scene: Scene;
let road: ProviderRoad;
beforeAll(async () => {
  scene = await Scene.open({ instances: 0, webhooks: true });
  road = await openProviderRoad(scene.sandbox.url);
  const { url } = await scene.join({ SANDBOX_PSP_URL: road.url, PSP_TIMEOUT: '20s' });
  scene.webhooks!.handTo([url]);
  await scene.stock('TEA', 10);
});
afterAll(async () => {
  await scene.close();
  await road.close();
});

const refundOf = async (paymentId: string): Promise<{ status: string; generation: number; jobs: number }> =>
  (
    await scene.rows<{ status: string; generation: number; jobs: number }>(
      `SELECT status, generation, (SELECT count(*)::int FROM graphile_worker._private_jobs j
         WHERE j.payload ->> 'refundId' = r.id::text AND j.run_at > now()) AS jobs
       FROM payments.refunds r WHERE payment_id = $1`,
      [paymentId],
    )
  )[0]!;

describe('danger: the answer to a refund comes when its webhooks have told that it was made, and that it came back', () => {
  it('is no news: the money is still owed, and tried again', async () => {
    const { body: order } = await scene.place();
    const payment = await paymentOf(scene, order.id);
    await scene.arm({ kind: 'refund-fails-later', ms: 500 }, REFUNDS);
    const late = gate();
    const held = gate();
    road.watch(async (request, moment): Promise<Verdict> => {
      if (request === 'POST /v1/refunds' && moment === 'after') {
        held.open();
        await late.opened;
      }
      return 'pass';
    });
    await scene.post(`/api/orders/${order.id}/cancel`, {}).set('Prefer', 'respond-async');
    await held.opened;
    await until('it has come back', async () => (await refundOf(payment.id)).generation === 2);
    late.open();
    await until('the answer has been heard', async () => {
      const [running] = await scene.rows<{ count: number }>(
        'SELECT count(*)::int AS count FROM graphile_worker._private_jobs WHERE locked_at IS NOT NULL',
      );
      return running!.count === 0;
    });
    expect(await refundOf(payment.id)).toEqual({ status: 'pending', generation: 2, jobs: 1 });
    expect((await scene.get(`/api/payments/${payment.id}`)).body).toMatchObject({ status: 'captured', refunded: 0 });

    road.watch(undefined);
    await lookAfter(scene, order.id, '1 hour');
    await until('it is given back', async () => (await refundOf(payment.id)).status === 'succeeded');
    expect((await scene.booksOf(order.id)).refunds.map(({ status }) => status)).toEqual(['failed', 'succeeded']);
    await expectInvariants(scene);
  });
});
