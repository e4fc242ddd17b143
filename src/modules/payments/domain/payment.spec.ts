import type { PaymentFact } from './payment-fact.js';
import { NO_SHARE, Payment, type RefundShare } from './payment.entity.js';
import { paymentPolicy } from './payment-policy.js';
import { askedPayment } from '../../../../test/support/sample-payment.js';
import fc from 'fast-check';

const noMoney = { code: 'payment_declined', detail: 'The bank said no.' };
const captured: PaymentFact = { kind: 'captured', providerReference: 'pi_1' };
const declined: PaymentFact = { kind: 'declined', failure: noMoney };
const unknown: PaymentFact = { kind: 'unknown' };
const processing: PaymentFact = { kind: 'processing', providerReference: 'pi_1' };
const requiresAction: PaymentFact = { kind: 'requires_action', providerReference: 'pi_1' };

const payment = (...facts: PaymentFact[]): Payment => {
  const made = askedPayment({ amount: 1780 });
  for (const fact of facts) made.learn(fact);
  return made;
};

describe('a payment that was asked for', () => {
  it('is pending, with nothing captured and nothing to give back', () => {
    expect(payment()).toMatchObject({ status: 'pending', captured: 0, refunded: 0, refundable: 0, version: 1 });
  });

  it.each([-1, 0.5, Number.NaN, Infinity, 2 ** 53])('is never asked for as %d minor units', (amount) => {
    expect(() => Payment.request(Object.assign(payment(), { amount }))).toThrow(RangeError);
  });
});

describe('a fact about a payment', () => {
  it('captures the whole amount, once', () => {
    const one = payment();
    expect([one.learn(captured), one.learn(captured)]).toEqual(['apply', 'ignore']);
    expect(one).toMatchObject({ status: 'captured', captured: 1780, refundable: 1780, providerReference: 'pi_1' });
  });

  it('says why a payment was declined', () => {
    expect(payment(declined)).toMatchObject({ status: 'declined', captured: 0, failure: noMoney });
  });

  it('keeps the reference that the provider gave, also when a later fact has none', () => {
    expect(payment(processing, declined)).toMatchObject({ status: 'declined', providerReference: 'pi_1' });
  });

  it('resolves a doubt', () => {
    expect(payment(unknown, captured)).toMatchObject({ status: 'captured', captured: 1780 });
    expect(payment(unknown, declined)).toMatchObject({ status: 'declined', captured: 0 });
  });

  it('never brings a doubt back', () => {
    expect(payment(captured, unknown).status).toBe('captured');
    expect(payment(declined, unknown).status).toBe('declined');
    expect(payment(processing, unknown).status).toBe('processing');
  });

  it('of money that turns up after a decline is taken in, because it has to go back', () => {
    expect(payment(declined, captured)).toMatchObject({ status: 'captured', refundable: 1780 });
  });

  it('leaves money where it is, whatever is told afterwards', () => {
    const anyFact = fc.constantFrom(captured, declined, unknown, processing, requiresAction);
    fc.assert(
      fc.property(fc.array(anyFact, { maxLength: 12 }), (facts) => {
        const one = payment();
        for (const fact of facts) {
          const before = structuredClone(one);
          const isNews = one.learn(fact) === 'apply';
          expect(isNews).toBe(paymentPolicy['own payment'][before.status][fact.kind] === 'apply');
          expect(one.captured).toBeGreaterThanOrEqual(before.captured);
          if (!isNews) expect(one).toEqual(before);
        }
        expect(one.captured).toBe(facts.includes(captured) ? 1780 : 0);
      }),
    );
  });

  it('is news once: no fact of one kind is applied twice', () => {
    const anyFact = fc.constantFrom(captured, declined, unknown, processing, requiresAction);
    fc.assert(
      fc.property(fc.array(anyFact, { maxLength: 12 }), (facts) => {
        const one = payment();
        const news = facts.filter((fact) => one.learn(fact) === 'apply').map((fact) => fact.kind);
        expect(news).toHaveLength(new Set(news).size);
      }),
    );
  });
});

describe('whether money may have moved without our knowing', () => {
  it.each([
    ['pending', [], true],
    ['in doubt', [unknown], true],
    ['processing', [processing], true],
    ['waiting for the customer', [requiresAction], true],
    ['captured', [captured], false],
    ['declined', [declined], false],
  ] as const)('of a payment that is %s', (_, facts, isOpen) => {
    expect(payment(...facts).isOpen).toBe(isOpen);
  });
});

describe('a payment that is to be given up', () => {
  const tooLate = { code: 'payment_action_expired', detail: 'Too late.' };
  const given = {
    kind: 'cancelled',
    failure: { code: 'payment_declined', detail: 'No.' },
    providerReference: 'pi_1',
  } as const;

  it('is cancelled when it waits for its customer, and not before', () => {
    const one = payment(unknown);
    one.withdraw(tooLate);
    expect(one.isToBeCancelled).toBe(false);
    one.learn(requiresAction);
    expect(one.isToBeCancelled).toBe(true);
  });

  it('fails for the first reason there was to give it up, whoever tells that it is cancelled', () => {
    const one = payment(requiresAction);
    one.withdraw(tooLate);
    one.withdraw({ code: 'order_cancelled', detail: 'Later.' });
    one.learn(given);
    expect(one).toMatchObject({ status: 'cancelled', failure: tooLate, isToBeCancelled: false });
  });

  it('that was captured meanwhile is captured', () => {
    const one = payment(requiresAction);
    one.withdraw(tooLate);
    one.learn(captured);
    expect(one).toMatchObject({ status: 'captured', failure: null, isToBeCancelled: false });
    const paid = payment(captured);
    paid.withdraw(tooLate);
    expect(paid.withdrawal).toBeNull();
  });
});

describe('giving money back', () => {
  const asked = (amount: number): RefundShare => ({ refunding: amount, refunded: 0 });
  const gone = (amount: number): RefundShare => ({ refunding: 0, refunded: amount });

  it('is partial until all of it has gone', () => {
    const one = payment(captured);
    one.rebook(NO_SHARE, gone(780));
    expect(one).toMatchObject({ status: 'partially_refunded', refunded: 780, refundable: 1000, isGivenBack: false });
    one.rebook(NO_SHARE, gone(1000));
    expect(one).toMatchObject({ status: 'refunded', refunded: 1780, refundable: 0, isGivenBack: true });
  });

  it('keeps what is on its way, so that nobody else gives it back, and shows nothing of it yet', () => {
    const one = payment(captured);
    one.rebook(NO_SHARE, asked(1000));
    expect(one).toMatchObject({ status: 'captured', refunding: 1000, refunded: 0, refundable: 780 });
    one.rebook(asked(1000), gone(1000));
    expect(one).toMatchObject({ status: 'partially_refunded', refunding: 0, refunded: 1000, refundable: 780 });
    one.rebook(gone(1000), NO_SHARE);
    expect(one).toMatchObject({ status: 'captured', refunding: 0, refunded: 0, refundable: 1780 });
  });

  it.each([
    ['asked for', asked],
    ['gone back', gone],
  ])('never of more than was captured: %s', (_, share) => {
    const one = payment(captured);
    one.rebook(NO_SHARE, asked(1000));
    expect(() => one.rebook(NO_SHARE, share(781))).toThrow(RangeError);
    expect(one).toMatchObject({ refunding: 1000, refunded: 0, refundable: 780 });
    expect(() => payment().rebook(NO_SHARE, share(1))).toThrow(RangeError);
  });

  it('adds up exactly: 16972 and 437 are 17409', () => {
    const one = Payment.request(Object.assign(payment(), { amount: 20_000 }));
    one.learn(captured);
    one.rebook(NO_SHARE, gone(16_972));
    one.rebook(NO_SHARE, gone(437));
    expect(one.refunded).toBe(17_409);
  });

  it.each([-1, 0.5, Number.NaN])('refuses %d minor units', (amount) => {
    expect(() => payment(captured).rebook(NO_SHARE, gone(amount))).toThrow(RangeError);
  });
});
