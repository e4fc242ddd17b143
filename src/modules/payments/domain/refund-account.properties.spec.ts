import { Refund } from './refund.entity.js';
import { paidPayment } from '../../../../test/support/sample-payment.js';
import fc from 'fast-check';

const CAPTURED = 1_000;

/** What may happen to the account of a payment, in any order and as often as it likes. */
type Happening =
  | { readonly is: 'asked'; readonly amount: number; readonly owed: boolean }
  | { readonly is: 'pending' | 'succeeded' | 'failed' | 'again' | 'gives way'; readonly which: number }
  | { readonly is: 'order undone' };

const anyHappening: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({ is: fc.constant('asked' as const), amount: fc.integer({ min: 1, max: CAPTURED }), owed: fc.boolean() }),
  fc.record({
    is: fc.constantFrom('pending' as const, 'succeeded' as const, 'failed' as const, 'again' as const, 'gives way'),
    which: fc.nat(4),
  }),
  fc.constant({ is: 'order undone' as const }),
) as fc.Arbitrary<Happening>;

/** The refunds of one payment, moved as the handlers move them. */
class Account {
  readonly payment = paidPayment({ amount: CAPTURED });
  readonly refunds: Refund[] = [];

  happen(happening: Happening): void {
    if (happening.is === 'asked') return this.ask(happening.amount, happening.owed);
    if (happening.is === 'order undone') {
      for (const refund of this.refunds) refund.owe();
      return this.ask(this.payment.refundable, true);
    }
    const refund = this.refunds[happening.which];
    if (refund) this.move(refund, happening.is);
  }

  private ask(amount: number, owed: boolean): void {
    if (amount === 0 || amount > this.payment.refundable) return;
    this.refunds.push(Refund.request(this.payment, amount, { stepKey: `${this.refunds.length}`, reason: null, owed }));
  }

  private move(refund: Refund, how: 'pending' | 'succeeded' | 'failed' | 'again' | 'gives way'): void {
    const { share } = refund;
    if (how === 'gives way') {
      if (refund.status === 'pending' && !refund.isDecided) refund.giveWay();
    } else if (how === 'again') {
      if (refund.status === 'failed' && refund.owed) refund.again();
      // What the provider refused for good, it does not make afterwards.
    } else if (!(refund.status === 'failed' && !refund.owed)) {
      refund.become(how, `re_${refund.stepKey}`);
    }
    this.payment.rebook(share, refund.share);
  }
}

const sumOf = (refunds: readonly Refund[], status: Refund['status']): number =>
  refunds.filter((refund) => refund.status === status).reduce((sum, { amount }) => sum + amount, 0);

describe('the account of a payment, whatever becomes of its refunds', () => {
  const lived = (history: readonly Happening[], check: (account: Account) => void): void => {
    const account = new Account();
    for (const happening of history) {
      account.happen(happening);
      check(account);
    }
  };
  const anyHistory = fc.array(anyHappening, { maxLength: 25 });

  it('never gives back, or promises to, more than was captured', () => {
    fc.assert(
      fc.property(anyHistory, (history) =>
        lived(history, ({ payment, refunds }) => {
          expect(sumOf(refunds, 'succeeded') + sumOf(refunds, 'pending')).toBeLessThanOrEqual(CAPTURED);
          expect(payment.refundable).toBeGreaterThanOrEqual(0);
        }),
      ),
    );
  });

  it('is the sum of its refunds, and its status says so', () => {
    fc.assert(
      fc.property(anyHistory, (history) =>
        lived(history, ({ payment, refunds }) => {
          const refunded = sumOf(refunds, 'succeeded');
          expect(payment.refunded).toBe(refunded);
          const status = refunded === 0 ? 'captured' : refunded === CAPTURED ? 'refunded' : 'partially_refunded';
          expect([payment.status, payment.isGivenBack]).toEqual([status, refunded === CAPTURED]);
        }),
      ),
    );
  });

  it('leaves nothing unpromised once the order is undone, until a refund gives way', () => {
    fc.assert(
      fc.property(
        anyHistory,
        fc.array(
          anyHappening.filter(({ is }) => is !== 'gives way'),
          { maxLength: 10 },
        ),
        (before, after) => {
          const account = new Account();
          for (const happening of [...before, { is: 'order undone' } as const, ...after]) account.happen(happening);
          expect(account.payment.refundable).toBe(0);
        },
      ),
    );
  });
});
