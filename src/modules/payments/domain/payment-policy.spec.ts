import type { PaymentFact } from './payment-fact.js';
import { paymentPolicy } from './payment-policy.js';

const FACTS = ['captured', 'declined', 'processing', 'requires_action', 'unknown'] as const;

/**
 * The whole table, as the business tells it: `x` moves the payment on, `-` is old news. Columns as in FACTS.
 *
 * Forward only: nothing leads back to doubt, a decision of the provider stands, and money that turns up after a payment
 * was given up exists and must be known, so that it can go back.
 */
const TABLE = `
  pending             x x x x x
  unknown             x x x x -
  requires_action     x x x - -
  processing          x x - - -
  declined            x - - - -
  cancelled           x - - - -
  captured            - - - - -
  partially_refunded  - - - - -
  refunded            - - - - -`;

const rows = TABLE.trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));

const cells = rows.flatMap(([status, ...marks]) =>
  FACTS.map((fact, column) => [status, fact, marks[column] === 'x' ? 'apply' : 'ignore'] as const),
);

describe('what a fact means to a payment', () => {
  it.each(cells)('%s + %s: %s', (status, fact, verdict) => {
    expect(paymentPolicy[status as keyof typeof paymentPolicy][fact]).toBe(verdict);
  });

  it('is said for every state and every fact', () => {
    expect(Object.keys(paymentPolicy).toSorted()).toEqual(rows.map(([status]) => status).toSorted());
    const everyFact: Record<PaymentFact['kind'], true> = {
      captured: true,
      declined: true,
      processing: true,
      requires_action: true,
      unknown: true,
    };
    for (const verdicts of Object.values(paymentPolicy))
      expect(Object.keys(verdicts).toSorted()).toEqual(Object.keys(everyFact).toSorted());
  });
});
