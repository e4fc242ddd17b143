import { UNREADABLE } from './stripe-answer.js';

/**
 * What follows from a failed answer (semantics 19):
 * - `refused`: a definite no about what was asked; it is a result, not an exception
 * - `not_sent`: it did not reach the provider's books; the same key again, later
 * - `unknown`: the provider may have acted; find out
 * - `ours`: our defect; a person must look
 * - `unusable`: the provider, or what stands in front of it, does not accept us; nothing about the payment follows
 */
export type FailureClass = 'refused' | 'not_sent' | 'unknown' | 'ours' | 'unusable';

/** What was asked of the provider; `find` and `list` have no effect. */
export type ProviderAct = 'capture' | 'refund' | 'cancel' | 'find' | 'list';

/** The members of an answer that decide; see docs.stripe.com/api/errors. */
export interface FailedAnswer {
  readonly status?: number | undefined;
  readonly type?: string | undefined;
  readonly code?: string | undefined;
  readonly param?: string | undefined;
  readonly message?: string | undefined;
}

/** What makes a 400 or 404 a no to this very payment, rather than a defect of ours (docs.stripe.com/error-codes). */
interface Concern {
  readonly param: RegExp;
  readonly codes: ReadonlySet<string>;
  /** Stripe leaves `param` and `code` out of some refusals; only then does the sentence decide. */
  readonly sentence: RegExp;
}

const codes = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const PAYING: Concern = {
  param: /^(payment_method(_data)?|amount|currency)($|\[)/,
  codes: codes(
    'amount_too_large amount_too_small charge_exceeds_source_limit charge_exceeds_transaction_limit card_declined ' +
      'expired_card expired_payment_method incorrect_cvc incorrect_number invalid_card_type invalid_charge_amount ' +
      'invalid_cvc invalid_expiry_month invalid_expiry_year invalid_number payment_intent_incompatible_payment_method ' +
      'payment_intent_payment_attempt_failed payment_method_currency_mismatch payment_method_customer_decline ' +
      'payment_method_invalid_parameter payment_method_not_available payment_method_provider_decline ' +
      'payment_method_restricted payment_method_unexpected_state payment_method_unsupported_type token_already_used',
  ),
  sentence: /payment ?method|\bcard\b/i,
};

const REFUNDING: Concern = {
  param: /^(amount|payment_intent|charge)$/,
  codes: codes(
    'amount_too_large amount_too_small balance_insufficient charge_already_refunded charge_disputed ' +
      'charge_not_refundable payment_intent_unexpected_state refund_disputed_payment',
  ),
  sentence: /refund/i,
};

const meets = ({ param, code, message }: FailedAnswer, concern: Concern): boolean =>
  param || code
    ? concern.param.test(param ?? '') || concern.codes.has(code ?? '')
    : concern.sentence.test(message ?? '');

const CONCERNS: Record<ProviderAct, (answer: FailedAnswer) => boolean> = {
  capture: (answer) => meets(answer, PAYING),
  refund: (answer) => meets(answer, REFUNDING),
  cancel: ({ code }) => code === 'payment_intent_unexpected_state',
  find: ({ status, code }) => status === 404 && code === 'resource_missing',
  list: () => false,
};

const hasEffect = (act: ProviderAct): boolean => act !== 'find' && act !== 'list';

interface Row {
  readonly is: FailureClass;
  readonly when: (answer: FailedAnswer & { readonly status: number }, act: ProviderAct) => boolean;
}

/** First row wins; what no row knows is unknown. */
const TABLE: readonly Row[] = [
  { is: 'not_sent', when: ({ status, code }) => status === 429 || (status === 400 && code === 'rate_limit') },
  // A success that cannot be read: a payment may stand behind it, a lookup has only failed to tell.
  { is: 'unusable', when: ({ status }, act) => status >= 200 && status < 300 && !hasEffect(act) },
  { is: 'unusable', when: ({ status }) => status === 401 || status === 403 || (status >= 300 && status < 400) },
  { is: 'unusable', when: ({ status, type }) => [400, 402, 404, 405, 413].includes(status) && type === UNREADABLE },
  { is: 'refused', when: ({ status }, act) => status === 402 && hasEffect(act) },
  { is: 'ours', when: ({ status, type }) => (status === 400 || status === 404) && type === 'idempotency_error' },
  {
    is: 'refused',
    when: (answer, act) =>
      (answer.status === 400 || answer.status === 404) &&
      answer.type === 'invalid_request_error' &&
      CONCERNS[act](answer),
  },
  { is: 'ours', when: ({ status }, act) => status === 400 && hasEffect(act) },
  { is: 'unusable', when: ({ status }) => [400, 402, 404, 405, 413].includes(status) },
];

/** Sorts a failed answer; a 409, every 5xx and an answer without a status are unknown, whatever they say. */
export function failureClass(answer: FailedAnswer, act: ProviderAct): FailureClass {
  const { status } = answer;
  if (status === undefined) return 'unknown';
  return TABLE.find((row) => row.when({ ...answer, status }, act))?.is ?? 'unknown';
}
