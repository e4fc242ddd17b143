import { type CaptureOutcome, type CaptureRequest, PaymentOutcomeUnknown } from '../payment-gateway.js';
import { expectSame } from './asked-and-answered.js';
import { type PaymentIntent, readPaymentIntent } from './payment-intent.js';
import { declineDetail, unusableDetail } from './refusal-detail.js';
import type { Refusal } from './stripe-failure.js';
import { fromStripeAmount } from './stripe-money.js';

type Outcome = (intent: PaymentIntent, asked: CaptureRequest) => CaptureOutcome | undefined;

const declined: Outcome = ({ id, failure }) => ({
  kind: 'declined',
  code: 'payment_declined',
  detail: declineDetail(failure?.reason),
  providerReference: id,
});

/** What each status of a payment that was created and confirmed means; any other is not an outcome. */
const OUTCOMES: ReadonlyMap<string, Outcome> = new Map<string, Outcome>([
  [
    'succeeded',
    ({ id, amount, amountReceived, currency }) =>
      amountReceived === amount
        ? { kind: 'captured', providerReference: id, amount: fromStripeAmount(amountReceived, currency), currency }
        : undefined,
  ],
  ['processing', ({ id }) => ({ kind: 'processing', providerReference: id })],
  [
    'requires_action',
    ({ id, nextAction, clientSecret }) => ({
      kind: 'requires_action',
      providerReference: id,
      nextAction,
      clientSecret,
    }),
  ],
  ['requires_payment_method', declined],
  ['canceled', declined],
]);

/**
 * What Stripe's answer to create-and-confirm means. Throws PaymentOutcomeUnknown for what cannot be read, the payment may
 * exist; PaymentMismatched for a payment that is not the one asked for.
 */
export function captureOutcome(answer: unknown, asked: CaptureRequest): CaptureOutcome {
  const intent = readPaymentIntent(answer);
  if (!intent) throw new PaymentOutcomeUnknown('The payment provider answered capture with no readable payment');
  expectSame(asked, intent);
  const outcome = OUTCOMES.get(intent.status)?.(intent, asked);
  if (!outcome) throw new PaymentOutcomeUnknown('The payment provider answered capture with a payment still open');
  return outcome;
}

/** What a refusal of create-and-confirm means; a card error brings the payment along, which must be the one asked for. */
export function refusedCapture(refusal: Refusal, asked: CaptureRequest): CaptureOutcome {
  if (refusal.status !== 402) {
    return { kind: 'declined', code: 'payment_method_invalid', detail: unusableDetail(refusal.reason) };
  }
  const intent = readPaymentIntent(refusal.paymentIntent);
  if (intent) expectSame(asked, intent);
  if (intent && ['succeeded', 'processing'].includes(intent.status)) {
    throw new PaymentOutcomeUnknown('The payment provider declined a payment that it shows as paid');
  }
  return {
    kind: 'declined',
    code: 'payment_declined',
    detail: declineDetail(refusal.reason),
    providerReference: intent?.id,
  };
}
