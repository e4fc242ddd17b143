import { Payment } from './domain/payment.entity.js';
import { Refund } from './domain/refund.entity.js';
import { rebook } from './rebooked.js';
import { VersionConflict } from '#shared/database/unit-of-work/unit-errors.js';

const paid = (): Payment => {
  const payment = Payment.request({
    id: 'payment-1',
    tenantId: 'alice',
    orderId: 'order-1',
    sagaId: 'saga-1',
    amount: 1000,
    currency: 'EUR',
    paymentMethod: 'pm_card_visa',
    provider: 'sandbox',
    stepKey: 'saga-1:payment.capture',
  });
  payment.learn({ kind: 'captured', providerReference: 'pi_1' });
  return payment;
};

describe('a refund that was settled after it was read and before its payment was', () => {
  it('is a conflict, and the account stays as it is', () => {
    const [before, settled] = [paid(), paid()];
    const refund = Refund.request(before, 700, { stepKey: 'saga-1:payment.refund', reason: null, owed: true });
    const { share } = refund;
    refund.become('succeeded', 're_1');
    settled.rebook({ refunding: 0, refunded: 0 }, { refunding: 0, refunded: 700 });
    expect(() => rebook(settled, share, refund)).toThrow(VersionConflict);
    expect(settled).toMatchObject({ refunding: 0, refunded: 700 });
  });
});
