import Stripe from 'stripe';
import { type Bench, openBench, paymentOf, refusalOf } from './sandbox-harness.js';

describe('the sandbox, asked for payments by the official SDK', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await openBench();
  });
  afterEach(() => bench.close());

  it('captures a good card at once and shows the same payment when it is retrieved', async () => {
    const created = await bench.stripe.paymentIntents.create(paymentOf('pm_card_visa'));
    expect(created).toMatchObject({
      object: 'payment_intent',
      status: 'succeeded',
      amount: 1999,
      amount_received: 1999,
      currency: 'eur',
      livemode: false,
      payment_method_types: ['card'],
      allowed_payment_method_types: ['card'],
      metadata: { orderId: 'order-1', sagaId: 'saga-1' },
      latest_charge: expect.stringMatching(/^ch_/),
      last_payment_error: null,
    });
    const { lastResponse: _, ...retrieved } = await bench.stripe.paymentIntents.retrieve(created.id);
    expect(retrieved).toEqual({ ...created });
  });

  it('expands the charge on request', async () => {
    const payment = await bench.stripe.paymentIntents.create(paymentOf('pm_card_amex', { expand: ['latest_charge'] }));
    expect(payment.latest_charge).toMatchObject({
      object: 'charge',
      paid: true,
      captured: true,
      amount_captured: 1999,
      amount_refunded: 0,
      payment_intent: payment.id,
      status: 'succeeded',
    });
  });

  it.each([
    ['pm_card_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['pm_card_chargeDeclinedLostCard', 'card_declined', 'lost_card'],
    ['pm_card_chargeDeclinedStolenCard', 'card_declined', 'stolen_card'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card'],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', 'incorrect_cvc'],
    ['pm_card_chargeDeclinedProcessingError', 'processing_error', 'processing_error'],
  ])('declines %s with the payment inside the error', async (method, code, declineCode) => {
    const error = await refusalOf(bench.stripe.paymentIntents.create(paymentOf(method)));
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError);
    expect(error).toMatchObject({ statusCode: 402, code, decline_code: declineCode });
    expect(error.payment_intent).toMatchObject({
      status: 'requires_payment_method',
      amount_received: 0,
      last_payment_error: { code, decline_code: declineCode },
    });
    expect((await bench.ledger()).charges).toMatchObject([{ status: 'failed', amount: 1999 }]);
  });

  it.each(['pm_card_visaa', 'pm_sandbox_unheard-of', 'pm_sandbox_fail-before_404', 'pm_1Nv0FGQ9RKHgCVdK'])(
    'does not know the payment method %s',
    async (method) => {
      const error = await refusalOf(bench.stripe.paymentIntents.create(paymentOf(method)));
      expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
      expect(error).toMatchObject({ statusCode: 400, code: 'resource_missing', param: 'payment_method' });
      expect((await bench.ledger()).charges).toEqual([]);
    },
  );

  it.each<[string, Partial<Stripe.PaymentIntentCreateParams>]>([
    ['amount', { amount: 0 }],
    ['amount', { amount: -5 }],
    ['amount', { amount: 10.5 }],
    ['amount', { amount: 18_605, currency: 'kwd' }],
    ['amount', { amount: 150, currency: 'isk' }],
    ['currency', { currency: 'zzz' }],
    ['payment_method', { payment_method: undefined }],
    ['allowed_payment_method_types', { allowed_payment_method_types: ['sepa_debit'] }],
    ['return_url', { return_url: 'nowhere' }],
    ['expand', { expand: ['customer'] }],
    ['customer', { customer: 'cus_1' }],
    ['metadata[note]', { metadata: { note: 'x'.repeat(501) } }],
  ])('refuses a wrong %s and names it', async (param, extra) => {
    const error = await refusalOf(bench.stripe.paymentIntents.create(paymentOf('pm_card_visa', extra)));
    expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
    expect(error).toMatchObject({ statusCode: 400, param });
  });

  it('takes whole minor units of zero- and three-decimal currencies as Stripe counts them', async () => {
    for (const [amount, currency] of [
      [80, 'jpy'],
      [1000, 'krw'],
      [18_600, 'kwd'],
      [15_000, 'ugx'],
    ] as const) {
      await bench.stripe.paymentIntents.create(paymentOf('pm_card_visa', { amount, currency }));
    }
    const { charges } = await bench.ledger();
    expect(charges.map(({ amount, currency }) => [amount, currency])).toEqual([
      [80, 'jpy'],
      [1000, 'krw'],
      [18_600, 'kwd'],
      [15_000, 'ugx'],
    ]);
  });

  it('still understands the name that Stripe gave the allowed types before 2026-09-30', async () => {
    const form = { amount: '500', currency: 'usd', payment_method: 'pm_card_visa', confirm: 'true' };
    expect((await bench.send('/v1/payment_intents', { ...form, 'payment_method_types[0]': 'card' })).status).toBe(200);
    expect((await bench.send('/v1/payment_intents', { ...form, 'payment_method_types[0]': 'ideal' })).status).toBe(400);
  });

  it('does not find a payment that was never made', async () => {
    const error = await refusalOf(bench.stripe.paymentIntents.retrieve('pi_none'));
    expect(error).toMatchObject({ statusCode: 404, code: 'resource_missing' });
  });

  it('cancels what is not paid yet, once, and refuses to cancel what is paid', async () => {
    const open = await bench.stripe.paymentIntents.create(paymentOf('pm_sandbox_requires-action'));
    const cancelled = await bench.stripe.paymentIntents.cancel(open.id, { cancellation_reason: 'abandoned' });
    expect(cancelled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned', next_action: null });
    expect(cancelled.canceled_at).toBeGreaterThan(0);
    const paid = await bench.stripe.paymentIntents.create(paymentOf('pm_card_visa'));
    for (const id of [open.id, paid.id]) {
      const error = await refusalOf(bench.stripe.paymentIntents.cancel(id));
      expect(error).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state', payment_intent: { id } });
    }
  });

  it('lets nobody in without a key, and anybody with one', async () => {
    const url = `${bench.sandbox.url}/v1/payment_intents`;
    const basic = (user: string) => ({ headers: { Authorization: `Basic ${Buffer.from(user).toString('base64')}` } });
    const refused = await fetch(url);
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
    expect((await fetch(url, basic(':'))).status).toBe(401);
    expect((await fetch(url, basic('sk_test_x:'))).status).toBe(200);
    expect((await fetch(url, { headers: { Authorization: 'Bearer x' } })).status).toBe(200);
  });

  it('answers an unknown address in the shape of the provider', async () => {
    const response = await fetch(`${bench.sandbox.url}/v1/payouts`, { headers: { Authorization: 'Bearer x' } });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
  });
});
