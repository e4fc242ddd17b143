import type { PaidOrder } from './paid-order.js';
import { type KnownPayment, paymentOf } from './provider-events.js';
import type { Scene } from './scene.js';

/** A person gives money back over there, and nobody has told us yet. */
export async function madeAtProvider(
  scene: Scene,
  order: PaidOrder,
  amount: number,
): Promise<[KnownPayment, Record<string, unknown>]> {
  const payment = await paymentOf(scene, order.id);
  const answer = await fetch(`${scene.sandbox.url}/v1/refunds`, {
    method: 'POST',
    headers: { Authorization: 'Bearer sk_test_person' },
    // The order's id only lets the books find it; our own reference is what it lacks.
    body: new URLSearchParams({
      payment_intent: payment.provider_reference!,
      amount: String(amount),
      'metadata[orderId]': order.id,
    }),
  });
  if (!answer.ok) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
  return [payment, (await answer.json()) as Record<string, unknown>];
}
