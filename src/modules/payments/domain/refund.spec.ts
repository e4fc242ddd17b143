import { Payment } from './payment.entity.js';
import { Refund } from './refund.entity.js';
import type { RefundStatus } from '../contract/index.js';

const payment = Payment.request({
  id: 'payment-1',
  tenantId: 'alice',
  orderId: 'order-1',
  sagaId: 'saga-1',
  amount: 1780,
  currency: 'EUR',
  paymentMethod: 'pm_card_visa',
  provider: 'sandbox',
  stepKey: 'saga-1:payment.capture',
});

const refund = (): Refund => Refund.request(payment, 780, { stepKey: 'saga-1:payment.refund', reason: 'no stock' });

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
