import Stripe from 'stripe';
import { until } from '../support/until.js';
import { type Bench, openBench, paymentOf, refusalOf } from './sandbox-harness.js';

describe('the sandbox, asked for refunds by the official SDK', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await openBench();
  });
  afterEach(() => bench.close());

  const paid = (method = 'pm_card_visa') =>
    bench.stripe.paymentIntents.create(paymentOf(method, { amount: 100, expand: ['latest_charge'] }));
  const chargeOf = async (id: string) => {
    const payment = await bench.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
    return payment.latest_charge as Stripe.Charge;
  };

  const statusOf = async (id: string) => (await bench.stripe.refunds.retrieve(id)).status;

  it('gives all of it back by payment or by charge', async () => {
    const [first, second] = [await paid(), await paid()];
    const whole = await bench.stripe.refunds.create({ payment_intent: first.id, reason: 'requested_by_customer' });
    expect(whole).toMatchObject({ object: 'refund', status: 'succeeded', amount: 100, payment_intent: first.id });
    const { id: charge } = second.latest_charge as Stripe.Charge;
    const byCharge = await bench.stripe.refunds.create({ charge, metadata: { refundId: 'r-1' } });
    expect(byCharge).toMatchObject({ charge, amount: 100, metadata: { refundId: 'r-1' } });
    expect(await bench.stripe.refunds.retrieve(byCharge.id)).toMatchObject({ id: byCharge.id, status: 'succeeded' });
    expect(await chargeOf(first.id)).toMatchObject({ refunded: true, amount_refunded: 100 });
  });

  it('never gives back more than was taken', async () => {
    const { id } = await paid();
    await bench.stripe.refunds.create({ payment_intent: id, amount: 40 });
    await bench.stripe.refunds.create({ payment_intent: id, amount: 40 });
    const tooMuch = await refusalOf(bench.stripe.refunds.create({ payment_intent: id, amount: 21 }));
    expect(tooMuch).toMatchObject({ statusCode: 400, param: 'amount' });
    expect(await bench.stripe.refunds.create({ payment_intent: id })).toMatchObject({ amount: 20 });
    const empty = await refusalOf(bench.stripe.refunds.create({ payment_intent: id }));
    expect(empty).toMatchObject({ statusCode: 400, code: 'charge_already_refunded' });
    const { refunds } = await bench.ledger();
    expect(refunds.map(({ amount }) => amount)).toEqual([40, 40, 20]);
  });

  it('refuses to refund what was not captured or does not exist', async () => {
    const declined = await refusalOf(bench.stripe.paymentIntents.create(paymentOf('pm_card_chargeDeclined')));
    const uncaptured = bench.stripe.refunds.create({ payment_intent: declined.payment_intent?.id ?? '' });
    expect(await refusalOf(uncaptured)).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' });
    for (const params of [{ payment_intent: 'pi_none' }, { charge: 'ch_none' }]) {
      expect(await refusalOf(bench.stripe.refunds.create(params))).toMatchObject({ code: 'resource_missing' });
    }
    expect(await refusalOf(bench.stripe.refunds.retrieve('re_none'))).toMatchObject({ statusCode: 404 });
  });

  it('lists the refunds of one payment, newest first, page by page', async () => {
    const [{ id }, other] = [await paid(), await paid()];
    const made: string[] = [];
    for (const amount of [10, 20, 30]) {
      made.unshift((await bench.stripe.refunds.create({ payment_intent: id, amount })).id);
    }
    await bench.stripe.refunds.create({ payment_intent: other.id });
    const page = await bench.stripe.refunds.list({ payment_intent: id, limit: 2 });
    expect(page).toMatchObject({ object: 'list', has_more: true, url: '/v1/refunds' });
    const all = await bench.stripe.refunds.list({ payment_intent: id, limit: 2 }).autoPagingToArray({ limit: 100 });
    expect(all.map((refund) => refund.id)).toEqual(made);
  });

  it.each(['pm_sandbox_refund-pending_20', 'pm_sandbox_refund-pending_succeeded_20'])(
    'settles the refund of %s after a while',
    async (method) => {
      const { id } = await paid(method);
      const refund = await bench.stripe.refunds.create({ payment_intent: id });
      expect(refund.status).toBe('pending');
      expect(await chargeOf(id)).toMatchObject({ amount_refunded: 100 });
      await until('the refund succeeds', async () => (await statusOf(refund.id)) === 'succeeded');
    },
  );

  it.each(['pm_sandbox_refund-pending_failed_20', 'pm_sandbox_refund-fails-later_20'])(
    'takes the refund of %s back, so that it can be tried again',
    async (method) => {
      const { id } = await paid(method);
      const refund = await bench.stripe.refunds.create({ payment_intent: id });
      await until('the refund fails', async () => (await statusOf(refund.id)) === 'failed');
      expect(await chargeOf(id)).toMatchObject({ amount_refunded: 0, refunded: false });
      expect(await bench.stripe.refunds.create({ payment_intent: id })).toMatchObject({ amount: 100 });
    },
  );
});
