import { NO_SHARE, type Payment } from './payment.entity.js';
import { Refund } from './refund.entity.js';
import type { RefundStatus } from '../contract/index.js';
import { paidPayment } from '../../../../test/support/sample-payment.js';

const paid = (): Payment => paidPayment({ amount: 1780 });

const refund = (payment = paid(), amount = 780, owed = true): Refund =>
  Refund.request(payment, amount, { stepKey: 'saga-1:payment.refund', reason: 'no stock', owed });

/** A refund to which these things happened, in this order; says which of them were news. */
const after = (...news: [status: RefundStatus, reference?: string][]) => {
  const one = refund();
  return { one, told: news.map(([status, reference]) => one.become(status, reference)) };
};

describe('a refund that was asked for', () => {
  it('belongs to its payment and waits under its own key', () => {
    expect(refund()).toMatchObject({
      paymentId: 'payment-1',
      tenantId: 'alice',
      orderId: 'order-1',
      amount: 780,
      currency: 'EUR',
      status: 'pending',
      stepKey: 'saga-1:payment.refund',
      providerReference: null,
    });
  });

  it('has an id of its own every time', () => {
    expect(refund().id).not.toBe(refund().id);
  });

  it('keeps its amount of the payment at once, and is not made when that is not there', () => {
    const payment = paid();
    refund(payment, 780);
    expect(payment).toMatchObject({ refunding: 780, refundable: 1000 });
    expect(() => refund(payment, 1001)).toThrow(RangeError);
  });

  it('of money that was taken twice keeps nothing of the payment', () => {
    const payment = paid();
    const intent = { stepKey: 'saga-1:payment.surplus:pi_2', reason: 'twice', owed: true, surplusReference: 'pi_2' };
    expect(Refund.request(payment, 1780, intent).isSurplus).toBe(true);
    expect(payment.refundable).toBe(1780);
  });
});

describe('what a refund means to its payment', () => {
  const on = { refunding: 780, refunded: 0 };
  it.each([
    ['owed', 'pending', on],
    ['owed', 'failed', on],
    ['owed', 'succeeded', { refunding: 0, refunded: 780 }],
    ['asked for', 'pending', on],
    ['asked for', 'failed', NO_SHARE],
    ['asked for', 'succeeded', { refunding: 0, refunded: 780 }],
  ] as const)('%s and %s', (why, status, share) => {
    expect(Object.assign(refund(), { status, owed: why === 'owed' }).share).toEqual(share);
  });
});

describe('whether there is an answer about a refund', () => {
  it.each([
    // owed, status, known as, decided, over
    [false, 'pending', null, false, false],
    [false, 'pending', 're_1', true, false],
    [false, 'succeeded', 're_1', true, true],
    [false, 'failed', null, true, true],
    [true, 'failed', 're_1', false, false],
    [true, 'pending', null, false, false],
    [true, 'succeeded', 're_1', true, true],
  ] as const)('owed %s, %s as %s: %s', (owed, status, providerReference, isDecided, isOver) => {
    expect(Object.assign(refund(), { owed, status, providerReference })).toMatchObject({ isDecided, isOver });
  });

  it('what has failed before it was owed stays so, everything else has to succeed from then on', () => {
    const [failed, pending] = [refund(paid(), 780, false), refund(paid(), 780, false)];
    failed.become('failed');
    failed.owe();
    pending.owe();
    expect([failed.owed, pending.owed]).toEqual([false, true]);
  });
});

describe('news about a refund', () => {
  it('that it is on its way is news once', () => {
    const { one, told } = after(['pending', 're_1'], ['pending', 're_1'], ['pending']);
    expect(told).toEqual([true, false, false]);
    expect(one).toMatchObject({ status: 'pending', providerReference: 're_1' });
  });

  it('that it went through is news once', () => {
    const { one, told } = after(['succeeded', 're_1'], ['succeeded', 're_1'], ['succeeded', 're_2']);
    expect(told).toEqual([true, false, false]);
    expect(one).toMatchObject({ status: 'succeeded', providerReference: 're_1' });
  });

  it('that it failed is news once, and the provider’s name for it is kept', () => {
    const { one, told } = after(['pending', 're_1'], ['failed'], ['failed']);
    expect(told).toEqual([true, true, false]);
    expect(one).toMatchObject({ status: 'failed', providerReference: 're_1' });
  });

  it('does not lead back: that it is on its way is old news once it has failed', () => {
    expect(after(['pending', 're_1'], ['failed', 're_1'], ['pending', 're_1'])).toMatchObject({
      told: [true, true, false],
      one: { status: 'failed' },
    });
  });
});
