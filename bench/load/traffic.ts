import type { Traffic } from './load-order.ts';
import { createHmac, randomUUID } from 'node:crypto';

/** One request as it is sent. */
export interface Sent {
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** Gives the next request; undefined when there is none left. */
export type Next = () => Sent | undefined;

/** Customers of the shop: enough that no row of one of them is hot. */
const CUSTOMERS = 10_000;

/** How many of the last orders are repeated: with 32 clients most of these are decided, and some are not. */
const REPEATED_AMONG = 256;

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;

/** A new order of one piece under a new key. */
export function newOrder(skus: readonly string[], paymentMethods: readonly string[] = ['pm_card_visa']): Sent {
  return {
    headers: { 'idempotency-key': randomUUID() },
    body: JSON.stringify({
      customerId: `customer-${Math.floor(Math.random() * CUSTOMERS)}`,
      items: [{ sku: pick(skus), quantity: 1 }],
      paymentMethod: pick(paymentMethods),
    }),
  };
}

/** The requests of a kind of traffic. Those of `replay` are repeated from `placed`. */
export function requestsOf(traffic: Traffic, placed: readonly Sent[]): Next {
  if (traffic.kind === 'place') return () => newOrder(traffic.skus, traffic.paymentMethods);
  if (traffic.kind === 'replay') return inTurn(placed);
  if (traffic.kind === 'mixed') return withRepeats(traffic.skus, traffic.repeated);
  if (traffic.kind === 'capture') return newCapture;
  return deliveries(traffic.events, traffic.secret);
}

/** As the Stripe SDK writes it (form, create and confirm in one), with references of the usual length. */
function newCapture(): Sent {
  const [orderId, paymentId, sagaId] = [randomUUID(), randomUUID(), randomUUID()];
  const form = new URLSearchParams({
    amount: '1250',
    currency: 'eur',
    confirm: 'true',
    payment_method: 'pm_card_visa',
    'allowed_payment_method_types[0]': 'card',
    return_url: 'https://shop.example/back',
    'metadata[orderId]': orderId,
    'metadata[paymentId]': paymentId,
    'metadata[sagaId]': sagaId,
  });
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'idempotency-key': `${sagaId}:payment.capture`,
  };
  return { headers, body: form.toString() };
}

function inTurn(placed: readonly Sent[]): Next {
  let turn = 0;
  return () => placed[turn++ % placed.length];
}

function withRepeats(skus: readonly string[], share: number): Next {
  const recent: Sent[] = [];
  let oldest = 0;
  return () => {
    if (recent.length > 0 && Math.random() < share) return pick(recent);
    const order = newOrder(skus);
    recent[oldest++ % REPEATED_AMONG] = order;
    return order;
  };
}

function deliveries(events: readonly string[], secret: string): Next {
  let turn = 0;
  return () => {
    const body = events[turn++];
    if (body === undefined) return undefined;
    const at = Math.floor(Date.now() / 1000);
    // Stripe's scheme v1: HMAC-SHA256 over time, dot and raw body (docs.stripe.com/webhooks/signature).
    const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
    return { headers: { 'stripe-signature': `t=${at},v1=${signature}` }, body };
  };
}
