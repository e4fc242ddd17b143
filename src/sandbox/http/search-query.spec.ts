import type { PaymentRecord } from '../books/records.js';
import { WireRefusal } from '../wire/wire-refusal.js';
import { readSearchQuery } from './search-query.js';

const payment: PaymentRecord = {
  object: 'payment_intent',
  id: 'pi_1',
  createdAt: 1_700_000_000_500,
  amount: 1999,
  currency: 'eur',
  status: 'succeeded',
  paymentMethod: 'pm_card_visa',
  allowedTypes: null,
  metadata: { orderId: "o'1", 'a b': 'x AND y' },
  description: null,
  returnUrl: null,
  idempotencyKey: null,
  charge: null,
  decline: null,
  cancelled: null,
  outcome: null,
};

describe('a search query', () => {
  it.each([
    [`metadata["orderId"]:"o'1"`, true],
    [`metadata['orderId']:'o1'`, false],
    [`metadata['a b']:'x AND y'`, true],
    [`metadata['missing']:'x'`, false],
    [`-metadata['missing']:'x'`, true],
    [`status:'succeeded' AND currency:'EUR'`, true],
    [`status:'succeeded' AND -currency:'eur'`, false],
    ['amount:1999', true],
    ['amount>1999', false],
    ['amount>=1999 AND amount<2000', true],
    ['created:1700000000', true],
    ['created<=1699999999', false],
  ])('%s', (query, found) => {
    expect(readSearchQuery(query)(payment)).toBe(found);
  });

  it.each(["customer:'cus_1'", 'succeeded', "status:'succeeded' OR amount:1", "status:'x' AND", ''])(
    'cannot be %j',
    (query) => {
      expect(() => readSearchQuery(query)).toThrow(WireRefusal);
    },
  );
});
