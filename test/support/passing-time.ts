import type { FaultMatch } from './provider-control.js';
import type { Scene } from './scene.js';
import { until } from './until.js';

/** `10 minutes`, as PostgreSQL reads an interval. */
type Interval = string;

const SHIFTS = [
  `UPDATE payments.payments SET created_at = created_at - $2::interval, key_since = key_since - $2::interval,
     attempted_at = attempted_at - $2::interval WHERE order_id = $1`,
  `UPDATE payments.refunds SET created_at = created_at - $2::interval, key_since = key_since - $2::interval,
     attempted_at = attempted_at - $2::interval WHERE order_id = $1`,
];

/** The jobs that will ask the provider about an order when their time has come; the first attempt of all waits for none. */
const JOBS_OF = `
  SELECT j.id, j.key FROM graphile_worker._private_jobs j JOIN saga.sagas s ON j.key LIKE s.id || ':%'
  WHERE s.correlation_id = $1 AND j.locked_at IS NULL AND j.run_at > now() ORDER BY j.id`;

export interface WaitingJob {
  readonly id: string;
  readonly key: string;
}

/** The job that will ask the provider about this order next, as soon as it waits for its time. */
export const nextLook = (scene: Scene, orderId: string): Promise<WaitingJob> =>
  until(
    `the provider will be asked about ${orderId}`,
    async () => (await scene.rows<WaitingJob>(JOBS_OF, [orderId]))[0],
  );

/**
 * Makes everything that is stored about an order's money older, as if that much time had passed without anybody looking.
 * The saga stays as young as it is: its deadline is another story.
 */
export async function letPass(scene: Scene, orderId: string, time: Interval): Promise<void> {
  for (const shift of SHIFTS) await scene.rows(shift, [orderId, time]);
}

/** Lets the time pass until the next look at the provider, and returns when that look is over. */
export async function lookAfter(scene: Scene, orderId: string, time: Interval): Promise<void> {
  const { id } = await until('the next look is put off', async () => {
    const next = await nextLook(scene, orderId);
    const [putOff] = await scene.rows<WaitingJob>(
      `UPDATE graphile_worker._private_jobs SET run_at = now() + interval '1 day'
       WHERE id = $1 AND locked_at IS NULL RETURNING id, key`,
      [next.id],
    );
    return putOff;
  });
  await letPass(scene, orderId, time);
  await scene.rows('UPDATE graphile_worker._private_jobs SET run_at = now() WHERE id = $1 AND locked_at IS NULL', [id]);
  await until(`the look at ${orderId} is over`, async () => {
    const [same] = await scene.rows('SELECT 1 FROM graphile_worker._private_jobs WHERE id = $1', [id]);
    return !same;
  });
}

/** How long the provider takes for a look, so that another one begins meanwhile. */
const SLOW_LOOK = { kind: 'delay', ms: 500 };

/** As `lookAfter`, but the same look is taken by two workers at once, as when one of them was believed to be dead. */
export async function lookTwiceAfter(scene: Scene, orderId: string, time: Interval, looks: FaultMatch): Promise<void> {
  const { id, key } = await nextLook(scene, orderId);
  await letPass(scene, orderId, time);
  await scene.arm(SLOW_LOOK, looks, 2);
  await scene.rows(
    `INSERT INTO graphile_worker._private_jobs (task_id, payload, max_attempts, key)
     SELECT task_id, payload, max_attempts, $2 FROM graphile_worker._private_jobs WHERE id = $1`,
    [id, `${key}:twin`],
  );
  await scene.rows('UPDATE graphile_worker._private_jobs SET run_at = now() WHERE id = $1', [id]);
  await until(`both looks at ${orderId} are over`, async () => {
    const same = await scene.rows('SELECT 1 FROM graphile_worker._private_jobs WHERE id = $1 OR key = $2', [
      id,
      `${key}:twin`,
    ]);
    return same.length === 0;
  });
}
