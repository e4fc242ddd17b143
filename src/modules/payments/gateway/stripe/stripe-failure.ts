import Stripe from 'stripe';
import {
  PaymentKeyMisused,
  PaymentNotSent,
  PaymentOutcomeUnknown,
  PaymentProviderUnusable,
} from '../payment-gateway.js';
import { failureClass, type FailureClass, type ProviderAct } from './failure-class.js';

/** A definite no of the provider: what of it may be shown and stored. */
export interface Refusal {
  readonly status: number;
  /** Stripe's `decline_code` or `code`; a plain word, or undefined. */
  readonly reason?: string;
  /** The `payment_intent` member of a card error, unread. */
  readonly paymentIntent?: unknown;
}

const THROWN: Record<Exclude<FailureClass, 'refused'>, new (message: string) => Error> = {
  not_sent: PaymentNotSent,
  unknown: PaymentOutcomeUnknown,
  ours: PaymentKeyMisused,
  unusable: PaymentProviderUnusable,
};

/** Passes words like `card_declined` and nothing with a digit: keys, tokens and card numbers have one. */
const plainWord = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[a-z_]{1,60}$/.test(value) ? value : undefined;

const requestId = (value: unknown): string =>
  typeof value === 'string' && /^req_\w{1,60}$/.test(value) ? value : 'without id';

function sentence(act: ProviderAct, error: Stripe.errors.StripeError): string {
  const words = [plainWord(error.rawType), plainWord(error.code)].filter(Boolean).join(' ') || 'no type';
  return `The payment provider answered ${act} with ${error.statusCode}: ${words}, request ${requestId(error.requestId)}`;
}

/** Failures of the connection, sorted by the HTTP client already; nothing else fails there once a request exists. */
function connectionFailure(error: Stripe.errors.StripeConnectionError): Error {
  const cause: unknown = error.detail;
  if (cause instanceof PaymentNotSent || cause instanceof PaymentOutcomeUnknown) return cause;
  return new PaymentProviderUnusable('No request to the payment provider could be built');
}

/**
 * Sorts what the SDK threw (semantics 19): returns a refusal, throws everything else as an error of the port. Those carry
 * status, type and request id, never the SDK's error, which holds headers, card data and the payment method.
 */
export function refusalOrThrow(error: unknown, act: ProviderAct): Refusal {
  if (error instanceof Stripe.errors.StripeConnectionError) throw connectionFailure(error);
  if (!(error instanceof Stripe.errors.StripeError)) {
    throw new PaymentOutcomeUnknown(`The answer of the payment provider to ${act} could not be taken in`);
  }
  const { statusCode: status, rawType: type, code, param, message } = error;
  const sorted = failureClass({ status, type, code, param, message }, act);
  if (sorted !== 'refused' || status === undefined) {
    throw new THROWN[sorted === 'refused' ? 'unknown' : sorted](sentence(act, error));
  }
  return { status, reason: plainWord(error.decline_code) ?? plainWord(code), paymentIntent: error.payment_intent };
}
