import { STARTED_WITHIN_MS } from '../support/child-service.js';
import { Fleet } from '../support/fleet.js';
import { expectInvariants } from '../support/invariants.js';
import { KILLABLE, placeAndLeave } from '../support/left-order.js';
import { kill, meetAt } from '../support/kill-points.js';
import { Scene } from '../support/scene.js';
import { until } from '../support/until.js';

let fleet: Fleet;
beforeAll(async () => {
  fleet = new Fleet(await Scene.open({ instances: 0, env: { ...KILLABLE, LEASE: '1s', LOG_LEVEL: 'error' } }));
}, STARTED_WITHIN_MS);
afterAll(() => fleet.close());

const CAPTURE = { request: 'POST /v1/payment_intents', moment: 'before' } as const;

interface QueuedJob {
  readonly due_in_min: number;
  readonly crashes: number;
  readonly locked_by: string | null;
}

const jobOf = async (sagaId: string): Promise<QueuedJob | undefined> =>
  (
    await fleet.scene.rows<QueuedJob>(
      `SELECT extract(epoch FROM run_at - now())::float8 / 60 AS due_in_min, (payload ->> 'crashes')::int AS crashes, locked_by
       FROM graphile_worker._private_jobs WHERE key LIKE $1 || ':%'`,
      [sagaId],
    )
  )[0];

describe('a job whose worker dies each time it runs', () => {
  it(
    'is set aside for an hour after the third death, with an alert, and the orders of the others go on',
    async () => {
      const { scene } = fleet;
      await fleet.add({ ROLE: 'api' });
      await scene.stock('TEA', 10);
      const { sagaId, id } = await placeAndLeave(scene, 'deadly', {});
      for (const death of [1, 2, 3]) {
        const meeting = meetAt(fleet, CAPTURE, kill);
        const { service } = await fleet.add({ ROLE: 'worker' });
        await until(`death ${death}`, async () => meeting.met?.member.service === service);
        await service.kill();
      }
      const last = await fleet.add({ ROLE: 'worker' });
      const set = await until('it is set aside', async () => {
        const job = await jobOf(sagaId);
        return job?.crashes === 3 && job;
      });
      expect(set.locked_by).toBeNull();
      expect(set.due_in_min).toBeGreaterThan(58);
      expect(set.due_in_min).toBeLessThanOrEqual(60);
      await until('it is said', async () => last.service.log.includes('killed its worker three times'));

      const [api] = fleet.alive;
      const next = await scene.place({}, { instance: api!.service });
      expect([next.status, next.body.status]).toEqual([201, 'confirmed']);
      expect(last.service.alive).toBe(true);
      expect((await scene.booksOf(id)).charges).toEqual([]);

      // A person has found the reason and makes it due.
      await scene.rows('SELECT graphile_worker.reschedule_jobs(array_agg(id), now()) FROM graphile_worker.jobs');
      await expectInvariants(scene);
      expect((await scene.booksOf(id)).charges).toHaveLength(1);
    },
    6 * STARTED_WITHIN_MS,
  );
});
