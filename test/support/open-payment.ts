import { type KnownPayment, paymentOf } from './provider-events.js';
import type { Scene } from './scene.js';
import { until } from './until.js';
import { randomUUID } from 'node:crypto';

export interface OpenOrder {
  readonly key: string;
  readonly order: object;
  readonly orderId: string;
  readonly pollUrl: string;
  readonly payment: KnownPayment;
}

/**
 * An order whose payment waits for its customer: the provider knows it, we know its reference, and neither will move it
 * before a test does.
 */
export async function openOrder(scene: Scene, order: object = {}): Promise<OpenOrder> {
  const key = randomUUID();
  const body = { paymentMethod: 'pm_sandbox_requires-action', ...order };
  const { status, body: accepted } = await scene.place(body, { key }).set('Prefer', 'respond-async');
  if (status !== 202) throw new Error(`placing answered ${status}`);
  const orderId = await until(`${key} has an order`, async () => {
    const [row] = await scene.rows<{ order_id: string }>(
      'SELECT s.correlation_id AS order_id FROM idempotency.records r JOIN saga.sagas s ON s.id = r.saga_id WHERE r.key = $1',
      [key],
    );
    return row?.order_id;
  });
  const payment = await until(`order ${orderId} waits for its customer`, async () => {
    const known = await paymentOf(scene, orderId);
    return known.provider_reference !== null && known;
  });
  return { key, order: body, orderId, pollUrl: (accepted as { pollUrl: string }).pollUrl, payment };
}

/** For the rest of the test nobody asks the provider about this payment of his own accord. */
export async function nobodyLooks(scene: Scene, { saga_id: sagaId }: KnownPayment): Promise<void> {
  await until('the next look waits for its time', async () => {
    const putOff = await scene.rows(
      `UPDATE graphile_worker._private_jobs SET run_at = now() + interval '1 day'
       WHERE key LIKE '${sagaId}:%:resolve:%' AND locked_at IS NULL RETURNING id`,
    );
    return putOff.length > 0;
  });
}

/** What was put off is due. */
export const theyLook = (scene: Scene, { saga_id: sagaId }: KnownPayment): Promise<object[]> =>
  scene.rows(
    `UPDATE graphile_worker._private_jobs SET run_at = now() WHERE key LIKE '${sagaId}:%:resolve:%' AND locked_at IS NULL`,
  );

/** The customer has acted, or failed to: from now on the provider's books say so. */
export async function completeAtProvider(
  scene: Scene,
  { provider_reference: reference }: KnownPayment,
  result: 'succeeded' | 'failed' = 'succeeded',
): Promise<void> {
  const answer = await fetch(`${scene.sandbox.url}/_sandbox/payment_intents/${reference}/complete-action`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ result }),
  });
  if (!answer.ok) throw new Error(`complete-action answered ${answer.status}: ${await answer.text()}`);
}

export const statusOf = async (scene: Scene, orderId: string): Promise<string> => {
  const [order] = await scene.rows<{ status: string }>('SELECT status FROM orders.orders WHERE id = $1', [orderId]);
  return order?.status ?? 'none';
};

export const untilStatus = (scene: Scene, orderId: string, wanted: string): Promise<true> =>
  until(`order ${orderId} is ${wanted}`, async () => (await statusOf(scene, orderId)) === wanted);

/** How often each fact was told about a payment. */
export async function factsOf(scene: Scene, paymentId: string): Promise<Record<string, number>> {
  const rows = await scene.rows<{ fact: string; times: string }>(
    'SELECT fact, count(*) AS times FROM payments.payment_events WHERE payment_id = $1 GROUP BY fact',
    [paymentId],
  );
  return Object.fromEntries(rows.map(({ fact, times }) => [fact, Number(times)]));
}

/** How many messages of each kind went out about an order. */
export async function messagesOf(scene: Scene, orderId: string): Promise<Record<string, number>> {
  const rows = await scene.rows<{ name: string; times: string }>(
    'SELECT name, count(*) AS times FROM public.said WHERE aggregate_id = $1 GROUP BY name',
    [orderId],
  );
  return Object.fromEntries(rows.map(({ name, times }) => [name, Number(times)]));
}
