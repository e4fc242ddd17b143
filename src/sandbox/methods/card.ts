import type { Decline } from '../books/records.js';
import type { BankFault } from '../faults/fault.js';
import { faultOfMethod } from '../faults/method-fault.js';

/** What Stripe's test mode does with a magic payment method (docs.stripe.com/testing). */
export interface Card {
  readonly brand: string;
  readonly decline?: Decline;
  readonly habit?: BankFault;
  /** What it pays is disputed at once. */
  readonly disputes?: true;
}

const APPROVED: readonly string[] = [
  'visa',
  'visa_debit',
  'mastercard',
  'mastercard_debit',
  'mastercard_prepaid',
  'amex',
  'discover',
  'diners',
  'jcb',
  'unionpay',
  'us',
  'gb',
  'de',
  'fr',
  'jp',
];

const declined = (declineCode: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  declineCode,
  message,
});

const DECLINED: Readonly<Record<string, Decline>> = {
  chargeDeclined: declined('generic_decline'),
  chargeDeclinedInsufficientFunds: declined('insufficient_funds', 'Your card has insufficient funds.'),
  chargeDeclinedLostCard: declined('lost_card'),
  chargeDeclinedStolenCard: declined('stolen_card'),
  chargeDeclinedFraudulent: declined('fraudulent'),
  chargeDeclinedVelocityLimitExceeded: declined('card_velocity_exceeded'),
  chargeCustomerFail: declined('generic_decline'),
  chargeDeclinedExpiredCard: {
    code: 'expired_card',
    declineCode: 'expired_card',
    message: 'Your card has expired.',
  },
  chargeDeclinedIncorrectCvc: {
    code: 'incorrect_cvc',
    declineCode: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
  },
  chargeDeclinedProcessingError: {
    code: 'processing_error',
    declineCode: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
};

/** Test-mode cards that are slow; 1 s stands for the minutes that Stripe takes. */
const HABITS: Readonly<Record<string, BankFault>> = {
  authenticationRequired: { kind: 'requires-action' },
  threeDSecure2Required: { kind: 'requires-action' },
  threeDSecureRequired: { kind: 'requires-action' },
  pendingRefund: { kind: 'refund-pending', result: 'succeeded', ms: 1000 },
  refundFail: { kind: 'refund-fails-later', ms: 1000 },
};

/** Its charges succeed and are disputed as fraudulent. */
const DISPUTED = 'createDispute';

/** The card behind a payment method; undefined when Stripe's test mode and the sandbox know none by that name. */
export function cardOf(paymentMethod: string): Card | undefined {
  if (faultOfMethod(paymentMethod)) return { brand: 'visa' };
  if (!paymentMethod.startsWith('pm_card_')) return undefined;
  const name = paymentMethod.slice('pm_card_'.length);
  if (APPROVED.includes(name)) return { brand: name.includes('_') ? name.slice(0, name.indexOf('_')) : name };
  const trait = name.replace(/^visa_/, '');
  if (Object.hasOwn(DECLINED, trait)) return { brand: 'visa', decline: DECLINED[trait] };
  if (trait === DISPUTED) return { brand: 'visa', disputes: true };
  if (Object.hasOwn(HABITS, trait)) return { brand: 'visa', habit: HABITS[trait] };
  return undefined;
}
