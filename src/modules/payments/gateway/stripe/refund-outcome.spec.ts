import type { PaymentGateway } from '../payment-gateway.js';
import { ScriptedStripe, gatewayTo, failureOf, type Move } from '../../../../../test/support/scripted-stripe.js';
import { json, error, reset } from '../../../../../test/support/stripe-moves.js';
import { references, refund, wireRefund } from '../../../../../test/support/stripe-samples.js';

let stripe: ScriptedStripe;
let gateway: PaymentGateway;

beforeEach(async () => {
  stripe = new ScriptedStripe();
  await stripe.start();
  gateway = gatewayTo(stripe.url);
});
afterEach(() => stripe.stop());

describe('a refund', () => {
  it('goes out once under its own key and comes back in our units', async () => {
    stripe.moves = [json(200, wireRefund)];
    expect(await gateway.refund(refund)).toEqual({ kind: 'refunded', providerReference: 're_1', amount: 600 });
    expect(stripe.received[0]).toMatchObject({
      request: 'POST /v1/refunds',
      headers: { 'idempotency-key': 'refund-1' },
      form: { payment_intent: 'pi_1', amount: '600', 'metadata[refundId]': 'refund-1', 'metadata[sagaId]': 'saga-1' },
    });
  });

  it.each<[string, string, Move]>([
    ['pending', 'pending', json(200, { ...wireRefund, status: 'pending' })],
    ['failed at the bank', 'failed', json(200, { ...wireRefund, status: 'failed' })],
    ['above the capture', 'failed', json(400, error('invalid_request_error', { param: 'amount' }))],
    ['of an unknown payment', 'failed', json(404, error('invalid_request_error', { param: 'payment_intent' }))],
  ])('that is %s is %s', async (_name, kind, move) => {
    stripe.moves = [move];
    expect((await gateway.refund(refund)).kind).toBe(kind);
  });

  it.each<[string, string, Move]>([
    ['reset', 'PaymentOutcomeUnknown', reset],
    ['500', 'PaymentOutcomeUnknown', json(500, error('api_error'))],
    ['409', 'PaymentOutcomeUnknown', json(409, error('idempotency_error'))],
    ['429', 'PaymentNotSent', json(429, error('invalid_request_error'))],
    ['idempotency_error', 'PaymentKeyMisused', json(400, error('idempotency_error'))],
    ['401', 'PaymentProviderUnusable', json(401, error('invalid_request_error'))],
    ['a body without a status', 'PaymentOutcomeUnknown', json(200, { ...wireRefund, status: 'new' })],
    ['another amount', 'PaymentMismatched', json(200, { ...wireRefund, amount: 6000 })],
    ['another payment', 'PaymentMismatched', json(200, { ...wireRefund, payment_intent: 'pi_2' })],
    ['another refund', 'PaymentMismatched', json(200, { ...wireRefund, metadata: references })],
  ])('that meets %s is %s after one request', async (_name, expected, move) => {
    stripe.moves = [move, json(200, wireRefund)];
    expect((await failureOf(gateway.refund(refund))).name).toBe(expected);
    expect(stripe.received).toHaveLength(1);
  });
});
