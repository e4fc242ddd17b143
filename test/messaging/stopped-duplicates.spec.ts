import { inside } from '../support/inside.js';
import { Scene } from '../support/scene.js';
import { until } from '../support/until.js';
import { UnitOfWork } from '#shared/database/unit-of-work/unit-of-work.js';
import { enqueue } from '#shared/jobs/job-writes.js';
import { stoppedDuplicate, stoppedDuplicates } from '#shared/observability/stopped-duplicates.js';
import { randomUUID } from 'node:crypto';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ inside: true });
  await scene.stock('TEA', 100);
});
afterAll(() => scene.close());

interface Row {
  layer: string;
  detail: string;
  count: string;
}
const countsOf = (orderId: string): Promise<Row[]> =>
  scene.rows<Row>(
    'SELECT layer, detail, count FROM messaging.stopped_duplicates WHERE order_id = $1 ORDER BY layer, detail',
    [orderId],
  );

describe('what a layer stopped', () => {
  it('is visible within two seconds, a saga under its order, many at once', async () => {
    const { body: order } = await scene.place();
    const before = stoppedDuplicates();
    const counted = Date.now();
    for (let n = 0; n < 500; n++) stoppedDuplicate('event', { sagaId: order.sagaId });
    for (let n = 0; n < 7; n++) stoppedDuplicate('inbox', { orderId: order.id, detail: 'notice' });
    stoppedDuplicate('event');
    expect(stoppedDuplicates()).toEqual({ ...before, event: before.event + 501, inbox: before.inbox + 7 });
    const rows = await until('they are written', async () => {
      const seen = await countsOf(order.id);
      return seen.length === 2 && seen;
    });
    expect(Date.now() - counted).toBeLessThan(2_000);
    expect(rows).toEqual([
      { layer: 'event', detail: '', count: '500' },
      { layer: 'inbox', detail: 'notice', count: '7' },
    ]);
  });

  it('adds up over several flushes', async () => {
    const orderId = randomUUID();
    for (let total = 1; total <= 2; total++) {
      stoppedDuplicate('step', { orderId });
      await until('it is written', async () => (await countsOf(orderId))[0]?.count === `${total}`);
    }
  });

  it('that the database could not take is written when it is back', async () => {
    const orderId = randomUUID();
    await scene.rows('ALTER TABLE messaging.stopped_duplicates RENAME TO away');
    stoppedDuplicate('job', { orderId });
    await until('a flush has failed', async () => {
      const [row] = await scene.rows<{ failed: boolean }>(
        `SELECT count(*) > 0 AS failed FROM pg_stat_activity
         WHERE datname = current_database() AND query LIKE '%messaging.stopped_duplicates%' AND pid <> pg_backend_pid()`,
      );
      return row?.failed;
    });
    await scene.rows('ALTER TABLE messaging.away RENAME TO stopped_duplicates');
    await until('it is written', async () => (await countsOf(orderId)).length === 1);
    expect(await countsOf(orderId)).toEqual([{ layer: 'job', detail: '', count: '1' }]);
  });

  it('at the last moment is written by the shutdown', async () => {
    const orderId = randomUUID();
    const other = await Scene.open({ inside: true });
    stoppedDuplicate('api', { orderId });
    await Promise.all(other.services.splice(0).map((service) => service.close()));
    // Both scenes live in this process, so either of them may have been the one that wrote it.
    const found = await until('it is written', async () => {
      const rows = await Promise.all(
        [other, scene].map((one) =>
          one.rows('SELECT 1 FROM messaging.stopped_duplicates WHERE order_id = $1', [orderId]),
        ),
      );
      return rows.flat().length > 0 && rows.flat();
    });
    await other.close();
    expect(found).toHaveLength(1);
  });
});

describe('layer 4: a job whose key is queued already', () => {
  it('is refused by the queue and counted, once for each commit that wanted it', async () => {
    const { body: order } = await scene.place();
    const units = inside(scene, UnitOfWork);
    const job = {
      name: 'test.nobody-runs-this',
      key: `${order.sagaId}:test:1`,
      payload: {},
      delayMs: 3_600_000,
    };
    const before = stoppedDuplicates().job;
    for (let n = 0; n < 4; n++) await units.run(async () => enqueue(job));
    expect(stoppedDuplicates().job - before).toBe(3);
    expect(await scene.rows('SELECT 1 FROM graphile_worker._private_jobs WHERE key = $1', [job.key])).toHaveLength(1);
    await until('it is on the order’s record', async () => (await countsOf(order.id))[0]?.count === '3');
  });

  it('is not counted when its unit did not commit', async () => {
    const { body: order } = await scene.place();
    const units = inside(scene, UnitOfWork);
    const job = { name: 'test.nobody-runs-this', key: `${order.sagaId}:test:2`, payload: {}, delayMs: 3_600_000 };
    await units.run(async () => enqueue(job));
    const before = stoppedDuplicates().job;
    const failing = units.run(async () => {
      enqueue(job);
      throw new Error('changed its mind');
    });
    await expect(failing).rejects.toThrow('changed its mind');
    expect(stoppedDuplicates().job).toBe(before);
  });
});

describe('layer 5: a step that is done', () => {
  it('counts the job that would do it again, and the fact that was told before', async () => {
    const { body: order } = await scene.place();
    const before = stoppedDuplicates().step;
    await scene.rows(
      `SELECT graphile_worker.add_job('payments.capture', json_build_object('paymentId', $1::text, 'generation', 1), job_key => $2)`,
      [order.paymentId, `${order.sagaId}:payment.capture:1`],
    );
    await until('the repeat was stopped', async () => stoppedDuplicates().step > before);
    const { charges } = await scene.ledger();
    expect(charges.filter(({ metadata }) => metadata['orderId'] === order.id)).toMatchObject([{ attempts: 1 }]);
    const [row] = await until('it is on record', async () => {
      const rows = await countsOf(order.id);
      return rows.length > 0 && rows;
    });
    expect(row).toEqual({ layer: 'step', detail: 'job', count: '1' });
  });
});
