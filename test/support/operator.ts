import type { KeyName } from './environment.js';
import { placeAndLeave, type LeftOrder } from './left-order.js';
import type { Instance, Scene } from './scene.js';
import { until } from './until.js';
import { randomUUID } from 'node:crypto';
import type { Response } from 'supertest';

export interface ActOptions {
  readonly key?: string;
  readonly as?: KeyName;
  readonly instance?: Instance;
}

/** An act of an operator under `/api/operations`, with a reason unless the test gives one. */
export const act = (scene: Scene, path: string, body: object = {}, options: ActOptions = {}): Promise<Response> =>
  Promise.resolve(
    scene.post(`/api/operations/${path}`, { reason: 'as tested', ...body }, { as: 'operator', ...options }),
  );

export const look = (scene: Scene, path: string): Promise<Response> =>
  Promise.resolve(scene.get(`/api/operations/${path}`, 'operator'));

/** Whoever looks by itself does not come in between: the jobs of this order wait for a day. */
export async function hold(scene: Scene, order: LeftOrder): Promise<void> {
  await until('its next look waits for its time', async () => {
    const held = await scene.rows(
      `UPDATE graphile_worker._private_jobs SET run_at = now() + interval '1 day'
       WHERE key LIKE $1 AND locked_at IS NULL AND run_at > now() RETURNING id`,
      [`${order.sagaId}:%`],
    );
    return held.length > 0;
  });
}

/** An order that was paid at the provider, which nobody here knows yet, and nobody asks about. */
export async function paidInDoubt(scene: Scene, key: string): Promise<LeftOrder & { readonly reference: string }> {
  const order = await placeAndLeave(scene, key, { paymentMethod: 'pm_sandbox_stored-500_1' });
  await hold(scene, order);
  return { ...order, reference: await referenceOf(scene, order.id) };
}

/** What the provider calls the payment of an order. */
export async function referenceOf(scene: Scene, orderId: string): Promise<string> {
  const headers = { authorization: 'Bearer sk_test_sandbox' };
  const answer = await fetch(`${scene.sandbox.url}/v1/payment_intents?limit=100`, { headers });
  const { data } = (await answer.json()) as { data: { id: string; metadata: { orderId?: string } }[] };
  return data.find(({ metadata }) => metadata.orderId === orderId)!.id;
}

/** An order whose capture failed at the provider without an effect, which nobody here knows yet, and nobody asks about. */
export async function unpaidInDoubt(scene: Scene, key: string): Promise<LeftOrder> {
  await scene.arm({ kind: 'stored-500', effect: false });
  const order = await placeAndLeave(scene, key, {});
  await hold(scene, order);
  return order;
}

/** Confirmed and paid; both of its ids. */
export async function confirmed(scene: Scene, order: object = {}): Promise<LeftOrder> {
  const { status, body } = await scene.place(order).set('Prefer', 'wait=30');
  if (status !== 201) throw new Error(`an order was answered ${status}`);
  return body as LeftOrder;
}

export const untilOrderIs = (scene: Scene, id: string, status: string): Promise<true> =>
  until(`order ${id} is ${status}`, async () => (await scene.get(`/api/orders/${id}`)).body.status === status);

export const actsOn = (
  scene: Scene,
  target: string,
): Promise<{ actor: string; act: string; reason: string; outcome: string }[]> =>
  scene.rows('SELECT actor, act, reason, outcome FROM operations.acts WHERE target = $1 ORDER BY at', [target]);

/** A message about an order that its consumer has given up; without an error one that is on its way. Answers its id. */
export async function leaveLetter(scene: Scene, orderId: string, error?: string): Promise<string> {
  const messageId = randomUUID();
  // Far behind everything that the scene itself says.
  await scene.rows(
    `INSERT INTO messaging.deliveries
       (consumer, position, message_id, tenant_id, name, aggregate_id, payload, occurred_at, ready_at, attempts, error, dead_at)
     SELECT 'orders.timeline', greatest(1000000, max(position)) + 1, $1, 'alice', 'orders.order-confirmed', $2, $3, now(),
       CASE WHEN $4::text IS NULL THEN now() ELSE 'infinity' END, 7, $4, CASE WHEN $4::text IS NOT NULL THEN now() END
     FROM messaging.deliveries`,
    [messageId, orderId, JSON.stringify({ tenantId: 'alice', orderId }), error ?? null],
  );
  return messageId;
}
