import { lookUpPayment } from './capture-fact.js';
import { lookUpRefund } from './refund-fact.js';
import { Payment } from '../domain/payment.entity.js';
import { Refund } from '../domain/refund.entity.js';
import {
  PaymentMismatched,
  PaymentOutcomeUnknown,
  type PaymentGateway,
  type ProviderPayment,
  type ProviderRefund,
} from '../gateway/payment-gateway.js';
import { askedPayment } from '../../../../test/support/sample-payment.js';

const payment = (providerReference: string | null = null): Payment =>
  Object.assign(askedPayment(), { providerReference });

const booked = (providerReference: string, status: ProviderPayment['status'], more = {}): ProviderPayment => ({
  providerReference,
  status,
  amount: 1000,
  currency: 'EUR',
  refunded: 0,
  createdAt: new Date(),
  references: { orderId: 'order-1', paymentId: 'payment-1', sagaId: 'saga-1' },
  ...more,
});

const foreign = (n: number): ProviderPayment =>
  booked(`pi_other_${n}`, 'captured', { references: { paymentId: `p-${n}` } });

/** A provider with these books, two to a page; every question that it was asked is noted. */
function books(payments: readonly ProviderPayment[], refunds: readonly ProviderRefund[] = []) {
  const asked: unknown[] = [];
  const gateway: Pick<PaymentGateway, 'findPayment' | 'listPayments' | 'listRefunds'> = {
    findPayment: async (reference) => {
      asked.push(reference);
      return payments.find((found) => found.providerReference === reference);
    },
    listPayments: async (since, after) => {
      asked.push(after ?? since);
      const from = after === undefined ? 0 : payments.findIndex((found) => found.providerReference === after) + 1;
      return { items: payments.slice(from, from + 2), hasMore: from + 2 < payments.length };
    },
    listRefunds: async () => [...refunds],
  };
  return { asked, gateway: gateway as PaymentGateway };
}

describe('looking a payment up', () => {
  it('without a reference reads every page since five minutes before it was wanted', async () => {
    const wanted = payment();
    const { asked, gateway } = books([1, 2, 3, 4, 5].map(foreign));
    expect(await lookUpPayment(gateway, wanted)).toBeUndefined();
    expect(asked).toEqual([new Date(wanted.createdAt.getTime() - 300_000), 'pi_other_2', 'pi_other_4']);
  });

  it('finds it on the last page', async () => {
    const { gateway } = books([foreign(1), foreign(2), foreign(3), booked('pi_1', 'captured')]);
    expect(await lookUpPayment(gateway, payment())).toEqual({ kind: 'captured', providerReference: 'pi_1' });
  });

  it('believes the money that moved before an attempt that was declined', async () => {
    const { gateway } = books([booked('pi_2', 'declined'), booked('pi_1', 'captured')]);
    expect(await lookUpPayment(gateway, payment())).toMatchObject({ kind: 'captured', providerReference: 'pi_1' });
  });

  it.each([
    ['captured', 'captured'],
    ['processing', 'processing'],
    ['requires_action', 'requires_action'],
    ['declined', 'declined'],
    ['cancelled', 'cancelled'],
    ['created', 'unknown'],
  ] as const)('takes one that is %s for %s', async (status, kind) => {
    const { gateway } = books([booked('pi_1', status)]);
    expect(await lookUpPayment(gateway, payment())).toMatchObject({ kind });
    expect(await lookUpPayment(gateway, payment('pi_1'))).toMatchObject({ kind });
  });

  it.each([{ amount: 999 }, { currency: 'USD' }])('is contradicted by %j', async (other) => {
    const { gateway } = books([booked('pi_1', 'captured', other)]);
    for (const reference of [null, 'pi_1']) {
      await expect(lookUpPayment(gateway, payment(reference))).rejects.toThrow(PaymentMismatched);
    }
  });

  it('a reference that the provider does not know any more proves nothing', async () => {
    const { gateway } = books([]);
    expect(await lookUpPayment(gateway, payment('pi_1'))).toEqual({ kind: 'unknown' });
  });
});

describe('looking a refund up', () => {
  const paid = Object.assign(payment('pi_1'), { captured: Number.MAX_SAFE_INTEGER });
  const refund = (more: Partial<Refund> = {}): Refund =>
    Object.assign(Refund.request(paid, 1000, { stepKey: 'saga-1:payment.refund', reason: 'test', owed: true }), {
      id: 'refund-1',
      ...more,
    });
  const listed = (providerReference: string, status: ProviderRefund['status'], refundId = 'refund-1') => ({
    providerReference,
    status,
    amount: 1000,
    refundId,
  });
  const looked = (wanted: Refund, ...refunds: ProviderRefund[]) =>
    lookUpRefund(books([], refunds).gateway, paid, wanted);

  it('finds nothing among those of others', async () => {
    expect(await looked(refund(), listed('re_9', 'succeeded', 'refund-9'))).toBeUndefined();
  });

  it.each([
    ['succeeded', 'refunded'],
    ['pending', 'refund_pending'],
  ] as const)('without a reference finds one that is %s', async (status, kind) => {
    expect(await looked(refund(), listed('re_1', status))).toMatchObject({ kind, providerReference: 're_1' });
  });

  it('an earlier attempt that failed says nothing about the one whose answer is missing', async () => {
    expect(await looked(refund({ generation: 2 }), listed('re_1', 'failed'))).toBeUndefined();
    expect(await looked(refund({ generation: 2 }), listed('re_1', 'failed'), listed('re_2', 'pending'))).toMatchObject({
      kind: 'refund_pending',
      providerReference: 're_2',
    });
  });

  it('one that succeeded outweighs everything, whichever attempt made it', async () => {
    const wanted = refund({ providerReference: 're_2' });
    expect(await looked(wanted, listed('re_2', 'failed'), listed('re_1', 'succeeded'))).toMatchObject({
      kind: 'refunded',
      providerReference: 're_1',
    });
  });

  it('with a reference believes what is said about that one', async () => {
    const wanted = refund({ providerReference: 're_2' });
    expect(await looked(wanted, listed('re_1', 'pending'), listed('re_2', 'failed'))).toMatchObject({
      kind: 'refund_failed',
      providerReference: 're_2',
    });
  });

  it('of a refund that a person made there goes by its reference, since it names none of ours', async () => {
    const { refundId: _, ...nameless } = listed('re_1', 'succeeded');
    expect(await looked(refund({ providerReference: 're_1' }), nameless)).toMatchObject({ kind: 'refunded' });
  });

  it('a reference that the provider does not list any more is no answer', async () => {
    await expect(looked(refund({ providerReference: 're_1' }))).rejects.toThrow(PaymentOutcomeUnknown);
  });
});
