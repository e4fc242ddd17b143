import { asAmount, asObject, asText, type Wire } from './wire-member.js';

/** The members of a PaymentIntent that decide, proved to be there; amounts in Stripe's units, currency in capitals. */
export interface PaymentIntent {
  readonly id: string;
  readonly status: string;
  readonly amount: number;
  readonly amountReceived: number;
  readonly currency: string;
  readonly createdAt: Date;
  readonly metadata: Wire;
  readonly clientSecret?: string;
  readonly nextAction?: { readonly type: string; readonly url?: string };
  /** Whether an attempt to pay has failed, and Stripe's word for why. */
  readonly failure?: { readonly reason?: string };
  /** Known only when the charge was asked for in full, or when there is none. */
  readonly refunded?: number;
}

/** Reads an answer as a PaymentIntent (docs.stripe.com/api/payment_intents/object); undefined when a member is missing. */
export function readPaymentIntent(answer: unknown): PaymentIntent | undefined {
  const wire = asObject(answer);
  if (wire?.['object'] !== 'payment_intent') return undefined;
  const id = asText(wire['id']);
  const status = asText(wire['status']);
  const amount = asAmount(wire['amount']);
  const amountReceived = asAmount(wire['amount_received']);
  const currency = asText(wire['currency'])?.toUpperCase();
  const created = asAmount(wire['created']);
  if (!id || !status || amount === undefined || amountReceived === undefined || !currency || created === undefined) {
    return undefined;
  }
  return {
    id,
    status,
    amount,
    amountReceived,
    currency,
    // Stripe counts in seconds.
    createdAt: new Date(created * 1000),
    metadata: asObject(wire['metadata']) ?? {},
    clientSecret: asText(wire['client_secret']),
    nextAction: readNextAction(wire['next_action']),
    failure: readFailure(wire['last_payment_error']),
    refunded: readRefunded(wire['latest_charge']),
  };
}

function readNextAction(value: unknown): PaymentIntent['nextAction'] {
  const action = asObject(value);
  const type = asText(action?.['type']);
  return type ? { type, url: asText(asObject(action?.['redirect_to_url'])?.['url']) } : undefined;
}

function readFailure(value: unknown): PaymentIntent['failure'] {
  const error = asObject(value);
  return error && { reason: asText(error['decline_code']) ?? asText(error['code']) };
}

/** An id instead of the charge says nothing about refunds, so that is not taken for zero. */
function readRefunded(charge: unknown): number | undefined {
  return charge === null || charge === undefined ? 0 : asAmount(asObject(charge)?.['amount_refunded']);
}
