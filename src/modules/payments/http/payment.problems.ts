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
    detail: 'Only 890 EUR (minor units) of this payment are left to refund.',
    meaning: 'With the refunds before, this one would give back more than was captured.',
    remedy: 'Read the payment and refund what is left.',
    retry: 'new-key',
  },
  not_captured: {
    status: 409,
    detail: 'This payment was not captured, so there is nothing to refund.',
    meaning: 'Nothing was taken from the customer by this payment, or not yet.',
    remedy: 'Read the payment; cancel the order instead when it is still under way.',
    retry: 'new-key',
  },
};
