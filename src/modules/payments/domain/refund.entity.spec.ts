import { Payment } from './payment.entity.js';
import { Refund } from './refund.entity.js';
import type { RefundStatus } from '../contract/index.js';

const refundThatIs = (status: RefundStatus, providerReference: string | null): Refund => {
  const payment = Object.assign(new Payment(), {
    id: 'payment-1',
    tenantId: 'alice',
    orderId: 'order-1',
    currency: 'EUR',
    captured: 100,
    refunded: 0,
    refunding: 0,
  });
  const refund = Refund.request(payment, 100, { stepKey: 'saga-1:payment.refund', reason: 'because', owed: true });
  return Object.assign(refund, { status, providerReference });
};

describe('news about a refund', () => {
  it.each([
    // is, known as, told status, told as, news?
    ['pending', null, 'pending', 're_1', true],
    ['pending', 're_1', 'pending', 're_1', false],
    ['pending', null, 'succeeded', 're_1', true],
    ['pending', 're_1', 'succeeded', 're_1', true],
    ['pending', 're_1', 'failed', 're_1', true],
    ['pending', null, 'failed', undefined, true],
    ['succeeded', 're_1', 'succeeded', 're_1', false],
    ['succeeded', 're_1', 'pending', 're_1', false],
    ['succeeded', 're_1', 'failed', 're_1', true],
    ['succeeded', 're_1', 'failed', 're_0', false],
    ['failed', 're_1', 'failed', 're_1', false],
    ['failed', 're_1', 'pending', 're_1', false],
    ['failed', 're_1', 'succeeded', 're_1', false],
    ['failed', 're_1', 'succeeded', 're_2', true],
    ['failed', null, 'succeeded', 're_1', true],
    ['failed', null, 'failed', undefined, false],
  ] as const)('%s as %s, told to be %s as %s: %p', (status, known, told, reference, isNews) => {
    const refund = refundThatIs(status, known);
    expect(refund.become(told, reference)).toBe(isNews);
    expect(refund.status).toBe(isNews ? told : status);
    expect(refund.providerReference).toBe(isNews ? (reference ?? known) : known);
  });
});
