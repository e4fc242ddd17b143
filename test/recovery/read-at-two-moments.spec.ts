import { expectInvariants } from '../support/invariants.js';
import { holdLock } from '../support/held-lock.js';
import { inside, tell } from '../support/inside.js';
import { placeAndLeave } from '../support/left-order.js';
import { meanwhile } from '../support/meanwhile.js';
import { act, untilOrderIs } from '../support/operator.js';
import { letPass, lookAfter, nextLook } from '../support/passing-time.js';
import { clearFaults } from '../support/provider-control.js';
import { Scene } from '../support/scene.js';
import { UndoOrder } from '#modules/orders/contract/index.js';
import { OrdersRepository } from '#modules/orders/orders.repository.js';
import { RESOLVE_JOB } from '#modules/payments/jobs/job-requests.js';
import { LostWorkStore } from '#modules/payments/lost-work.store.js';
import { QueuedJobsStore } from '#shared/jobs/queued-jobs.store.js';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ instances: 2, inside: true, env: { PSP_TIMEOUT: '2s', IN_DOUBT_LIMIT: '1s' } });
  await scene.stock('TEA', 100);
});
afterAll(() => scene.close());
afterEach(() => expectInvariants(scene));

/** An order whose payment nobody knows anything about, because the provider is away. */
async function leftInDoubt(key: string): Promise<{ id: string; sagaId: string }> {
  for (const method of ['POST', 'GET'] as const)
    await scene.arm({ kind: 'fail-before', status: 503 }, { method, path: '/v1/' }, 1_000);
  const order = await placeAndLeave(scene, key, {});
  await nextLook(scene, order.id);
  return order;
}

/** The same, for so long that a person must look. */
async function forAPerson(key: string): Promise<{ id: string; sagaId: string }> {
  const order = await leftInDoubt(key);
  await lookAfter(scene, order.id, '2 seconds');
  await untilOrderIs(scene, order.id, 'needs_attention');
  return order;
}

/** How many jobs of a saga are within everybody's reach. */
const withinReach = async (sagaId: string): Promise<number> =>
  (
    await scene.rows<{ count: number }>(
      `SELECT count(*)::int AS count FROM graphile_worker._private_jobs
       WHERE key LIKE $1 || ':%' AND run_at < now() + interval '1 year'`,
      [sagaId],
    )
  )[0]!.count;

describe('danger: an order is confirmed between the look at it and the look at its flow', () => {
  const settles = (id: string) => async (): Promise<void> => {
    await clearFaults(scene.sandbox.url);
    await lookAfter(scene, id, '1 hour');
    await untilOrderIs(scene, id, 'confirmed');
  };

  it('a cancel decides again: the order is undone whole, and its caller is told', async () => {
    const { id } = await forAPerson('stale-cancel');
    meanwhile(scene, OrdersRepository, 'find', settles(id));
    const cancelled = await scene.post(`/api/orders/${id}/cancel`, {}).set('Prefer', 'wait=20');
    expect([cancelled.status, cancelled.body.status]).toEqual([200, 'cancelled']);
    expect((await scene.booksOf(id)).refunds).toHaveLength(1);
  });

  it('so does an operator who undoes it', async () => {
    const { id } = await forAPerson('stale-undo');
    meanwhile(scene, OrdersRepository, 'find', settles(id));
    await tell(scene, new UndoOrder(id, { code: 'undone_by_operator', detail: 'Asked for by phone.' }));
    await untilOrderIs(scene, id, 'cancelled');
    expect((await scene.booksOf(id)).refunds).toHaveLength(1);
  });
});

describe('danger: a job of a saga gets away while the saga is set aside', () => {
  it('one ran between the look at the jobs and the commit, and has left another one: that one is held', async () => {
    const order = await forAPerson('replaced-job');
    // One that only asks again moves nothing of the saga.
    meanwhile(scene, QueuedJobsStore, 'under', () => lookAfter(scene, order.id, '10 seconds'));
    const set = await act(scene, `sagas/${order.sagaId}/quarantine`);
    expect(set.status).toBe(200);
    expect(await withinReach(order.sagaId)).toBe(0);
    await clearFaults(scene.sandbox.url);
    await act(scene, `sagas/${order.sagaId}/release`);
    await untilOrderIs(scene, order.id, 'confirmed');
  });

  it('a service that starts makes all looks due in that moment: what is being set aside stays so', async () => {
    const order = await leftInDoubt('look-at-start');
    const { id } = await nextLook(scene, order.id);
    const aside = `UPDATE graphile_worker._private_jobs SET run_at = now() + interval '100 years' WHERE id = $1`;
    const setting = await holdLock(scene, aside, [id]);
    const start = inside(scene, LostWorkStore).lookNow([RESOLVE_JOB]);
    await setting.untilWaiting(1);
    await setting.commit('SELECT $1::text', [id]);
    await start;
    expect(await withinReach(order.sagaId)).toBe(0);
    await clearFaults(scene.sandbox.url);
    await letPass(scene, order.id, '1 hour');
    await scene.rows('UPDATE graphile_worker._private_jobs SET run_at = now() WHERE id = $1', [id]);
    await untilOrderIs(scene, order.id, 'confirmed');
  });
});

describe('danger: a job kills its workers, and each start after its last crash makes it due again', () => {
  it('what is in quarantine waits for its hour, and other looks are due at once', async () => {
    const order = await leftInDoubt('deadly-look');
    const { id } = await nextLook(scene, order.id);
    const waitsOn = async (crashes: number): Promise<boolean> => {
      await scene.rows(
        `UPDATE graphile_worker._private_jobs SET run_at = now() + interval '1 hour',
           payload = (payload::jsonb || jsonb_build_object('crashes', $2::int))::json WHERE id = $1`,
        [id, crashes],
      );
      await inside(scene, LostWorkStore).lookNow([RESOLVE_JOB]);
      const waiting = await scene.rows(
        `SELECT 1 FROM graphile_worker._private_jobs WHERE id = $1 AND run_at > now() + interval '59 minutes'`,
        [id],
      );
      return waiting.length === 1;
    };
    expect([await waitsOn(3), await waitsOn(2)]).toEqual([true, false]);
    await clearFaults(scene.sandbox.url);
    await letPass(scene, order.id, '1 hour');
    await scene.rows('UPDATE graphile_worker._private_jobs SET run_at = now() WHERE id = $1', [id]);
    await untilOrderIs(scene, order.id, 'confirmed');
  });
});
