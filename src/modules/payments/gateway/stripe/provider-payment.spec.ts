import type { PaymentGateway } from '../payment-gateway.js';
import { ScriptedStripe, gatewayTo, failureOf, type Move } from '../../../../../test/support/scripted-stripe.js';
import { json, page, error } from '../../../../../test/support/stripe-moves.js';
import { references, intent } from '../../../../../test/support/stripe-samples.js';

let stripe: ScriptedStripe;
let gateway: PaymentGateway;

beforeEach(async () => {
  stripe = new ScriptedStripe();
  await stripe.start();
  gateway = gatewayTo(stripe.url);
});
afterEach(() => stripe.stop());

describe('a lookup', () => {
  it('shows a payment with what was given back', async () => {
    stripe.moves = [json(200, intent)];
    expect(await gateway.findPayment('pi_1')).toEqual({
      providerReference: 'pi_1',
      status: 'captured',
      amount: 18_600,
      currency: 'KWD',
      refunded: 600,
      createdAt: new Date(1_790_000_000_000),
      references,
    });
    expect(stripe.received[0]?.request).toBe('GET /v1/payment_intents/pi_1?expand[0]=latest_charge');
  });

  it.each([
    ['requires_payment_method', {}, 'created'],
    ['requires_payment_method', { last_payment_error: { code: 'card_declined' } }, 'declined'],
    ['canceled', {}, 'cancelled'],
    ['requires_action', {}, 'requires_action'],
    ['a_status_of_tomorrow', {}, 'processing'],
  ])('reads the status %s %j as %s', async (status, more, expected) => {
    stripe.moves = [json(200, { ...intent, ...more, status })];
    expect((await gateway.findPayment('pi_1'))?.status).toBe(expected);
  });

  it('finds nothing only when Stripe says so', async () => {
    stripe.moves = [json(404, error('invalid_request_error', { code: 'resource_missing' })), page(404)];
    expect(await gateway.findPayment('pi_9')).toBeUndefined();
    expect((await failureOf(gateway.findPayment('pi_9'))).name).toBe('PaymentProviderUnusable');
  });

  it.each<[string, Move]>([
    ['another payment', json(200, { ...intent, id: 'pi_2' })],
    ['a charge that is only named', json(200, { ...intent, latest_charge: 'ch_1' })],
    ['a page', page(200)],
  ])('that gets %s is no answer', async (_name, move) => {
    stripe.moves = [move];
    expect((await failureOf(gateway.findPayment('pi_1'))).name).toBe('PaymentProviderUnusable');
  });

  it('lists one page from the second in which the time lies', async () => {
    stripe.moves = [json(200, { object: 'list', has_more: true, data: [intent, { ...intent, id: 'pi_2' }] })];
    const listed = await gateway.listPayments(new Date(1_790_000_000_999), 'pi_3');
    expect(listed.items.map((item) => item.providerReference)).toEqual(['pi_1', 'pi_2']);
    expect(listed.hasMore).toBe(true);
    const query = new URL(stripe.received[0]?.request.replace('GET ', '') ?? '', stripe.url).searchParams;
    expect(Object.fromEntries(query)).toEqual({
      'created[gte]': '1790000000',
      limit: '100',
      starting_after: 'pi_3',
      'expand[0]': 'data.latest_charge',
    });
  });

  it('lists the payments of others in currencies that are not ours', async () => {
    const foreign = { ...intent, currency: 'xyz', metadata: {} };
    stripe.moves = [json(200, { object: 'list', has_more: false, data: [foreign] })];
    const { items } = await gateway.listPayments(new Date(0));
    expect(items).toMatchObject([{ currency: 'XYZ', amount: 18_600, references: {} }]);
  });

  it.each<[string, Move]>([
    ['a list with one payment that cannot be read', json(200, { has_more: false, data: [intent, { id: 'pi_2' }] })],
    ['a list that does not say whether it ends', json(200, { data: [intent] })],
    ['an object instead of a list', json(200, { has_more: false })],
    ['a page', page(200)],
    ['a 404', json(404, error('invalid_request_error', { code: 'resource_missing' }))],
  ])('never takes %s for an absence', async (_name, move) => {
    stripe.moves = [move];
    expect((await failureOf(gateway.listPayments(new Date(0)))).name).toBe('PaymentProviderUnusable');
  });
});
