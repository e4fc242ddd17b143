import { givenBack, type PaidOrder } from './paid-order.js';
import type { Scene } from './scene.js';
import { until } from './until.js';
import type supertest from 'supertest';

/** Our refund was sent, and no answer came: the next attempt waits for its time. */
export const untilTried = (scene: Scene, { paymentId }: PaidOrder): Promise<object> =>
  until('the refund was tried', async () => {
    const [row] = await scene.rows(
      'SELECT 1 FROM payments.refunds WHERE payment_id = $1 AND attempted_at > key_since',
      [paymentId],
    );
    return row;
  });

/** Makes the next attempts at the refunds of a payment due now. */
export const hurry = (scene: Scene, { paymentId }: Pick<PaidOrder, 'paymentId'>): Promise<object[]> =>
  scene.rows(
    `UPDATE graphile_worker._private_jobs j SET run_at = now() FROM payments.refunds r
     WHERE r.payment_id = $1 AND j.key LIKE r.step_key || ':%' AND j.locked_at IS NULL AND j.run_at > now()`,
    [paymentId],
  );

/** The decision about a request whose refunds are tried again and again without waiting for their time. */
export async function hurried(
  scene: Scene,
  order: PaidOrder,
  accepted: { body: unknown },
): Promise<supertest.Response> {
  const { pollUrl } = accepted.body as { pollUrl: string };
  return until('it is decided', async () => {
    await hurry(scene, order);
    const answer = await scene.get(pollUrl);
    return answer.status !== 202 && answer;
  });
}

/** Nothing of what went back is with the customer any more. */
export const untilReturned = (scene: Scene, order: PaidOrder): Promise<true> =>
  until('the bank has returned it', async () => (await givenBack(scene, order)).length === 0);
