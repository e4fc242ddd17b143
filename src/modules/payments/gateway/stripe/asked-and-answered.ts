import { type PaymentReferences, PaymentMismatched } from '../payment-gateway.js';
import { toStripeAmount } from './stripe-money.js';
import type { Wire } from './wire-member.js';

/** What binds an answer to a request (semantics 31). */
interface Asked {
  /** Minor units by ISO 4217. */
  readonly amount: number;
  readonly currency: string;
  readonly references: PaymentReferences;
}

interface Answered {
  readonly id: string;
  /** Stripe's units. */
  readonly amount: number;
  readonly currency: string;
  readonly metadata: Wire;
}

/** Throws PaymentMismatched unless the answer is about exactly what was asked, by amount, currency and every reference. */
export function expectSame(asked: Asked, answered: Answered): void {
  const differing = [
    ...(answered.amount === toStripeAmount(asked.amount, asked.currency) ? [] : ['amount']),
    ...(answered.currency === asked.currency ? [] : ['currency']),
    ...Object.entries(asked.references)
      .filter(([name, value]) => answered.metadata[name] !== value)
      .map(([name]) => name),
  ];
  if (differing.length > 0) {
    throw new PaymentMismatched(`The payment provider answered with another ${differing.join(', ')}`, answered.id);
  }
}
