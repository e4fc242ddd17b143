import type { Scene } from './scene.js';
import { until } from './until.js';
import { signatureOf } from '#modules/payments/gateway/stripe/webhook-signature.js';
import { SANDBOX_WEBHOOK_SECRET } from '#shared/config/payment-settings.js';
import { randomBytes } from 'node:crypto';

const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

/** One event as Stripe writes it, as far as anybody reads it. */
export interface WireEvent {
  readonly id: string;
  readonly type: string;
  readonly [member: string]: unknown;
}

export const wireEvent = (type: string, object: object, more: object = {}): WireEvent => ({
  id: newId('evt'),
  object: 'event',
  api_version: '2026-10-28.endive',
  created: Math.floor(Date.now() / 1000),
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type,
  data: { object },
  ...more,
});

/** What the tests need to know of a payment of ours to speak about it in the provider's words. */
export interface KnownPayment {
  readonly id: string;
  readonly order_id: string;
  readonly saga_id: string;
  readonly amount: string;
  readonly currency: string;
  readonly provider_reference: string | null;
}

export async function paymentOf(scene: Scene, orderId: string): Promise<KnownPayment> {
  return until(`order ${orderId} has a payment`, async () => {
    const [payment] = await scene.rows<KnownPayment>(
      'SELECT id, order_id, saga_id, amount, currency, provider_reference FROM payments.payments WHERE order_id = $1',
      [orderId],
    );
    return payment;
  });
}

const STATUS: Readonly<Record<string, string>> = {
  succeeded: 'succeeded',
  payment_failed: 'requires_payment_method',
  processing: 'processing',
  requires_action: 'requires_action',
  canceled: 'canceled',
};

/** `payment_intent.<what>` about this payment; `over` replaces members of the payment intent. */
export function intentEvent(what: string, payment: KnownPayment, over: Record<string, unknown> = {}): WireEvent {
  const amount = Number(payment.amount);
  return wireEvent(`payment_intent.${what}`, {
    id: payment.provider_reference ?? newId('pi'),
    object: 'payment_intent',
    amount,
    amount_received: what === 'succeeded' ? amount : 0,
    currency: payment.currency.toLowerCase(),
    created: Math.floor(Date.now() / 1000),
    status: STATUS[what],
    last_payment_error: what === 'payment_failed' ? { code: 'card_declined', decline_code: 'generic_decline' } : null,
    latest_charge: null,
    metadata: { orderId: payment.order_id, paymentId: payment.id, sagaId: payment.saga_id },
    ...over,
  });
}

/** `refund.<what>` of this payment; `over` replaces members of the refund. */
export function refundEvent(what: string, payment: KnownPayment, over: Record<string, unknown> = {}): WireEvent {
  return wireEvent(`refund.${what}`, {
    id: newId('re'),
    object: 'refund',
    amount: Number(payment.amount),
    currency: payment.currency.toLowerCase(),
    payment_intent: payment.provider_reference,
    charge: newId('ch'),
    status: what === 'failed' ? 'failed' : 'succeeded',
    metadata: {},
    ...over,
  });
}

export const disputeEvent = (payment: KnownPayment): WireEvent =>
  wireEvent('charge.dispute.created', {
    id: newId('du'),
    object: 'dispute',
    amount: Number(payment.amount),
    currency: payment.currency.toLowerCase(),
    charge: newId('ch'),
    payment_intent: payment.provider_reference,
    status: 'needs_response',
    metadata: {},
  });

export interface Delivery {
  readonly instance?: number | { readonly url: string };
  readonly secret?: string;
  readonly at?: Date;
  /** Instead of the genuine signature; null sends none. */
  readonly signature?: string | null;
  readonly contentType?: string;
  readonly provider?: string;
}

/** Sends bytes as the provider would; answers with the status and, for a problem, its code. */
export async function deliverRaw(
  scene: Scene,
  raw: string | Buffer,
  delivery: Delivery = {},
): Promise<{ status: number; code?: string }> {
  const { instance = 0, secret = SANDBOX_WEBHOOK_SECRET, at = new Date(), provider = 'stripe' } = delivery;
  const { signature = signatureOf(raw, secret, at), contentType = 'application/json; charset=utf-8' } = delivery;
  const { url } = typeof instance === 'number' ? scene.services[instance]! : instance;
  const answer = await fetch(`${url}/api/webhooks/${provider}`, {
    method: 'POST',
    headers: {
      'content-type': contentType,
      ...(signature === null ? {} : { 'stripe-signature': signature }),
    },
    body: typeof raw === 'string' ? raw : new Uint8Array(raw),
  });
  const { code } = (await answer.json().catch(() => ({}))) as { code?: string };
  return { status: answer.status, code };
}

export const deliver = (scene: Scene, event: WireEvent, delivery?: Delivery): ReturnType<typeof deliverRaw> =>
  deliverRaw(scene, JSON.stringify(event), delivery);

export interface InboxRow {
  readonly id: string;
  readonly event_id: string;
  readonly type: string;
  readonly status: string;
  readonly detail: string | null;
}

/** The row of an event as soon as it is no longer only received. */
export const decided = (scene: Scene, eventId: string, withinMs?: number): Promise<InboxRow> =>
  until(
    `event ${eventId} is decided`,
    async () => {
      const [row] = await scene.rows<InboxRow>(
        'SELECT id, event_id, type, status, detail FROM messaging.inbox WHERE event_id = $1',
        [eventId],
      );
      return row && row.status !== 'received' && row;
    },
    withinMs,
  );

/** Delivers once, expects the acknowledgement, and waits for what became of it. */
export async function told(scene: Scene, event: WireEvent, delivery?: Delivery): Promise<InboxRow> {
  const { status } = await deliver(scene, event, delivery);
  if (status !== 200) throw new Error(`${event.type} was answered ${status}`);
  return decided(scene, event.id);
}
