import type Stripe from 'stripe';
import type { Answer, MoneyRecord, WireError } from '../books/records.js';
import type { Expansion } from './expand.js';
import { paymentIntentWire } from './payment-intent.wire.js';
import { refundWire } from './refund.wire.js';

/** Any object that an answer can be about. */
export const moneyWire = (record: MoneyRecord, expand?: Expansion): Stripe.PaymentIntent | Stripe.Refund =>
  record.object === 'refund' ? refundWire(record) : paymentIntentWire(record, expand);

/** The bytes of an answer; a repeat of a request renders the same record again and so gives the same bytes. */
export function answerBody({ error, object }: Answer, expand?: Expansion): string {
  if (!error) return JSON.stringify(object ? moneyWire(object, expand) : {});
  return errorBody(error, object);
}

/** Stripe's error body (docs.stripe.com/api/errors), with the payment it is about where there is one. */
export function errorBody(error: WireError, object?: MoneyRecord): string {
  const about = object?.object === 'payment_intent' ? { payment_intent: paymentIntentWire(object) } : {};
  return JSON.stringify({ error: { ...error, ...about } });
}
