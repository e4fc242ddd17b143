import type { PaymentGateway } from '../payment-gateway.js';
import { SECRET, METHOD, ScriptedStripe, gatewayTo } from '../../../../../test/support/scripted-stripe.js';
import { json, error } from '../../../../../test/support/stripe-moves.js';
import { capture, intent } from '../../../../../test/support/stripe-samples.js';

let stripe: ScriptedStripe;
let gateway: PaymentGateway;

beforeEach(async () => {
  stripe = new ScriptedStripe();
  await stripe.start();
  gateway = gatewayTo(stripe.url);
});
afterEach(() => stripe.stop());

describe('a capture that is answered', () => {
  it('went out as one create-and-confirm with our key, amount and references', async () => {
    stripe.moves = [json(200, intent)];
    await gateway.capture(capture);
    const [sent] = stripe.received;
    expect(sent?.request).toBe('POST /v1/payment_intents');
    expect(sent?.headers).toMatchObject({
      authorization: `Bearer ${SECRET}`,
      'idempotency-key': capture.key,
      'stripe-version': '2026-10-28.endive',
    });
    expect(sent?.headers).not.toHaveProperty('x-stripe-client-telemetry');
    expect(sent?.form).toEqual({
      amount: '18600',
      currency: 'kwd',
      confirm: 'true',
      payment_method: METHOD,
      'allowed_payment_method_types[0]': 'card',
      return_url: 'https://shop.example/back',
      'metadata[orderId]': 'order-1',
      'metadata[paymentId]': 'payment-1',
      'metadata[sagaId]': 'saga-1',
    });
  });

  it('repeats the stored return URL with a repeated key, whatever is configured now', async () => {
    stripe.moves = [json(200, intent)];
    await gateway.capture({ ...capture, returnUrl: 'https://shop.example/then' });
    expect(stripe.received[0]?.form['return_url']).toBe('https://shop.example/then');
  });

  it.each([
    ['succeeded', {}, { kind: 'captured', providerReference: 'pi_1', amount: 18_600, currency: 'KWD' }],
    ['processing', { amount_received: 0 }, { kind: 'processing', providerReference: 'pi_1' }],
    [
      'requires_action',
      {
        amount_received: 0,
        client_secret: 'pi_1_secret_x',
        next_action: { type: 'redirect_to_url', redirect_to_url: { url: 'https://bank.example' } },
      },
      {
        kind: 'requires_action',
        providerReference: 'pi_1',
        clientSecret: 'pi_1_secret_x',
        nextAction: { type: 'redirect_to_url', url: 'https://bank.example' },
      },
    ],
    [
      'requires_payment_method',
      { amount_received: 0, last_payment_error: { code: 'expired_card' } },
      {
        kind: 'declined',
        code: 'payment_declined',
        providerReference: 'pi_1',
        detail: 'The card has expired.',
      },
    ],
  ])('with status %s is that outcome', async (status, more, outcome) => {
    stripe.moves = [json(200, { ...intent, ...more, status })];
    expect(await gateway.capture(capture)).toEqual(outcome);
  });

  it('charges in the units of Stripe and reports in ours', async () => {
    const krona = { ...intent, amount: 500, amount_received: 500, currency: 'isk' };
    stripe.moves = [json(200, krona)];
    const outcome = await gateway.capture({ ...capture, amount: 5, currency: 'ISK' });
    expect(stripe.received[0]?.form['amount']).toBe('500');
    expect(outcome).toMatchObject({ kind: 'captured', amount: 5, currency: 'ISK' });
  });

  it('is declined without a request when Stripe cannot represent the amount', async () => {
    expect(await gateway.capture({ ...capture, amount: 18_605 })).toMatchObject({
      kind: 'declined',
      code: 'payment_method_invalid',
    });
    expect(stripe.received).toHaveLength(0);
  });

  it('tells the customer of empty accounts, and nobody of stolen cards', async () => {
    const declined = { ...intent, status: 'requires_payment_method', amount_received: 0 };
    const decline = (reason: string) =>
      json(402, error('card_error', { code: 'card_declined', decline_code: reason, payment_intent: declined }));
    stripe.moves = [decline('insufficient_funds'), decline('stolen_card')];
    const poor = await gateway.capture(capture);
    const stolen = await gateway.capture(capture);
    expect(poor).toEqual({
      kind: 'declined',
      code: 'payment_declined',
      detail: 'The card has insufficient funds.',
      providerReference: 'pi_1',
    });
    expect(stolen).toMatchObject({ kind: 'declined', code: 'payment_declined' });
    expect(JSON.stringify(stolen)).not.toMatch(/stolen|TOKEN4242|SECRET51/);
  });

  it('is declined as unusable when Stripe does not know the payment method', async () => {
    stripe.moves = [json(400, error('invalid_request_error', { code: 'resource_missing', param: 'payment_method' }))];
    const outcome = await gateway.capture(capture);
    expect(outcome).toMatchObject({ kind: 'declined', code: 'payment_method_invalid' });
    expect(JSON.stringify(outcome)).not.toMatch(/TOKEN4242|SECRET51/);
  });
});
