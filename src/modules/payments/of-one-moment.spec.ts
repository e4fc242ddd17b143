import type { Payment } from './domain/payment.entity.js';
import { Refund } from './domain/refund.entity.js';
import { ofOneMoment } from './of-one-moment.js';
import { paidPayment } from '../../../test/support/sample-payment.js';
import { VersionConflict } from '#shared/database/unit-of-work/unit-errors.js';

const refundOf = (payment: Payment, amount: number, surplusReference?: string): Refund =>
  Refund.request(payment, amount, { stepKey: `${amount}`, reason: null, owed: true, surplusReference });

describe('a payment and its refunds', () => {
  it('are of one moment when they add up, whatever became of each refund', () => {
    const payment = paidPayment();
    const refunds = [refundOf(payment, 300), refundOf(payment, 200), refundOf(payment, 1000, 'pi_2')];
    expect(() => ofOneMoment(payment, refunds)).not.toThrow();
    const { share } = refunds[0]!;
    refunds[0]!.become('succeeded', 're_1');
    payment.rebook(share, refunds[0]!.share);
    expect(() => ofOneMoment(payment, refunds)).not.toThrow();
  });

  it('are not when a refund was made, or settled, between the two looks', () => {
    const [before, after] = [paidPayment(), paidPayment()];
    const refund = refundOf(after, 300);
    expect(() => ofOneMoment(before, [refund])).toThrow(VersionConflict);
    expect(() => ofOneMoment(after, [])).toThrow(VersionConflict);
    refund.become('succeeded', 're_1');
    expect(() => ofOneMoment(after, [refund])).toThrow(VersionConflict);
  });
});
