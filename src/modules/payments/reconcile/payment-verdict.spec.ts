import { paymentVerdict } from './payment-verdict.js';
import { Payment } from '../domain/payment.entity.js';
import { Refund } from '../domain/refund.entity.js';
import type { PaymentStatus } from '../contract/index.js';
import type { ProviderPayment } from '../gateway/payment-gateway.js';
import { askedPayment } from '../../../../test/support/sample-payment.js';

const ours = (status: PaymentStatus, more: Partial<Payment> = {}): Payment => {
  const isPaid = ['captured', 'partially_refunded', 'refunded'].includes(status);
  const payment = askedPayment({ provider: 'stripe' });
  return Object.assign(payment, { status, providerReference: 'pi_1', captured: isPaid ? 1000 : 0 }, more);
};

const theirs = (status: ProviderPayment['status'], more: Partial<ProviderPayment> = {}): ProviderPayment => ({
  providerReference: 'pi_1',
  status,
  amount: 1000,
  currency: 'EUR',
  refunded: 0,
  createdAt: new Date(),
  references: { orderId: 'order-1', paymentId: 'payment-1', sagaId: 'saga-1' },
  ...more,
});

const differing = (...verdict: Parameters<typeof paymentVerdict>): readonly string[] | string => {
  const seen = paymentVerdict(...verdict);
  return seen.is === 'differ' ? seen.what : seen.is;
};

describe('a payment in both books', () => {
  it.each([
    ['captured', 'captured'],
    ['partially_refunded', 'captured'],
    ['refunded', 'captured'],
    ['declined', 'declined'],
    ['declined', 'cancelled'],
    ['cancelled', 'cancelled'],
    ['processing', 'processing'],
    ['requires_action', 'requires_action'],
  ] as const)('that is %s here and %s there agrees', (here, there) => {
    expect(differing(ours(here), theirs(there))).toBe('agree');
  });

  it.each([
    ['pending', 'captured'],
    ['unknown', 'captured'],
    ['unknown', 'declined'],
    ['declined', 'captured'],
    ['cancelled', 'captured'],
    ['requires_action', 'captured'],
    ['captured', 'cancelled'],
    ['captured', 'processing'],
  ] as const)('that is %s here and %s there differs', (here, there) => {
    expect(differing(ours(here), theirs(there))).toEqual(['status']);
  });

  it('differs in its amount, and in its currency', () => {
    expect(differing(ours('captured'), theirs('captured', { amount: 999, currency: 'USD' }))).toEqual([
      'amount',
      'currency',
    ]);
  });

  it.each([
    [0, 0, 0, 'agree'],
    [400, 0, 400, 'agree'],
    // On its way: the provider may count it already, or not have heard of it.
    [400, 100, 500, 'agree'],
    [400, 100, 400, 'agree'],
    [400, 0, 300, ['refunded']],
    [400, 100, 501, ['refunded']],
    [0, 0, 1000, ['refunded']],
  ])('of which %i went back, %i is on its way and %i did there: %j', (refunded, refunding, there, expected) => {
    const here = ours('captured', { refunded, refunding });
    expect(differing(here, theirs('captured', { refunded: there }))).toEqual(expected);
  });
});

describe('a payment that is only there', () => {
  it('is ours to look at when it names something of ours, and else somebody else’s', () => {
    expect(differing(undefined, theirs('captured'))).toBe('only there');
    expect(differing(undefined, theirs('captured', { references: { sagaId: 'saga-1' } }))).toBe('only there');
    expect(differing(undefined, theirs('captured', { references: {} }))).toBe('foreign');
  });
});

describe('a second payment for the order of a first one', () => {
  const second = (status: ProviderPayment['status']): ProviderPayment => theirs(status, { providerReference: 'pi_2' });
  const reversal = (status: Refund['status']): Refund =>
    Object.assign(new Refund(), { surplusReference: 'pi_2', status, amount: 1000 });

  it.each(['declined', 'cancelled', 'created'] as const)('that is %s took nothing', (status) => {
    expect(differing(ours('captured'), second(status))).toBe('agree');
  });

  it('that took money differs until that has gone back', () => {
    expect(differing(ours('captured'), second('captured'))).toEqual(['a second payment']);
    expect(differing(ours('captured'), second('captured'), [reversal('pending')])).toEqual(['a second payment']);
    expect(differing(ours('captured'), second('captured'), [reversal('succeeded')])).toBe('agree');
  });
});
