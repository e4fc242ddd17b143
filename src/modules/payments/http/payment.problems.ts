import type { ProblemMeanings } from '#shared/http/openapi/problem-meaning.js';

/** How payments, refunds and the provider's notices are refused. */
export const paymentProblems: ProblemMeanings = {
  webhook_signature_invalid: {
    status: 400,
    detail: 'The signature does not match the body, or is too old.',
    meaning: 'The notice is not from the provider, is older than five minutes, or was changed on its way.',
    remedy: 'Check that the signing secret of the provider is the one in `PSP_WEBHOOK_SECRET`.',
  },
  refund_exceeds_capture: {
    status: 409,
    detail: 'Only 8.90 EUR of this payment are left to refund: ask for 890 (minor units) at most, with a new key.',
    meaning: 'With the refunds before, this one would give back more than was captured.',
    remedy:
      'Read the payment and refund what is left with a new key, also what a pending refund leaves when it fails. `retry` is `never` once all of it has gone back.',
    stored: true,
    retry: 'new-key',
  },
  not_captured: {
    status: 409,
    detail: 'This payment was not captured, so there is nothing to refund.',
    meaning: 'Nothing was taken from the customer by this payment, or not yet.',
    remedy:
      'Read the payment. While it is under way `retry` is `new-key`: refund it once it is captured, or cancel the order instead.',
    stored: true,
    retry: 'never',
  },
  refund_refused: {
    status: 409,
    detail: 'The payment provider does not make this refund. Nothing went back; look at the payment there.',
    meaning: 'The provider has refused it for good: the payment is disputed, say, or was refunded over there.',
    remedy: 'Read the payment, and look at it at the provider; another refund is a new intent with a new key.',
    stored: true,
    retry: 'new-key',
  },
  payment_in_doubt: {
    status: 202,
    detail: 'Nobody could find out yet whether the payment was made.',
    meaning:
      'The provider has not answered for so long that a person must look. Nothing is lost; it is asked again every hour.',
    remedy: 'Ask the `pollUrl` again later; the operator compares the books of the provider.',
    retry: 'operator',
  },
  refund_in_doubt: {
    status: 202,
    detail: 'The money could not be given back yet.',
    meaning:
      'The provider has not confirmed a refund for so long that a person must look. It is tried again every hour.',
    remedy: 'Ask the `pollUrl` again later; the operator compares the books of the provider.',
    retry: 'operator',
  },
  provider_refuses_request: {
    status: 202,
    detail: 'The provider does not take the request as we send it.',
    meaning: 'A defect of this service or of its settings; nothing is undone because of it.',
    remedy: 'Ask the `pollUrl` again later; the operator has to mend it.',
    retry: 'operator',
  },
  provider_contradicts: {
    status: 202,
    detail: 'The provider answered about another payment than was asked for.',
    meaning: 'Amount, currency or references differ, so the order does not move.',
    remedy: 'Ask the `pollUrl` again later; the operator compares the books of the provider.',
    retry: 'operator',
  },
  payment_disputed: {
    status: 202,
    detail: 'The customer disputes the payment at the bank.',
    meaning: 'The money may be taken back. The order goes on; that a person must look stays on it.',
    remedy: 'The operator answers the dispute at the provider.',
    retry: 'operator',
  },
  refund_came_back: {
    status: 202,
    detail: 'A refund was sent back by the bank of the customer.',
    meaning: 'The money is owed again and is tried again every hour.',
    remedy: 'The operator finds another way to give the money back.',
    retry: 'operator',
  },
};
