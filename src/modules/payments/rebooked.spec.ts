import { Refund } from './domain/refund.entity.js';
import { rebook } from './rebooked.js';
import { paidPayment } from '../../../test/support/sample-payment.js';
import { VersionConflict } from '#shared/database/unit-of-work/unit-errors.js';

describe('a refund that was settled after it was read and before its payment was', () => {
  it('is a conflict, and the account stays as it is', () => {
    const [before, settled] = [paidPayment(), paidPayment()];
    const refund = Refund.request(before, 700, { stepKey: 'saga-1:payment.refund', reason: null, owed: true });
    const { share } = refund;
    refund.become('succeeded', 're_1');
    settled.rebook({ refunding: 0, refunded: 0 }, { refunding: 0, refunded: 700 });
    expect(() => rebook(settled, share, refund)).toThrow(VersionConflict);
    expect(settled).toMatchObject({ refunding: 0, refunded: 700 });
  });
});
