import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { inspect } from 'node:util';
import Stripe from 'stripe';
import type { PaymentGateway } from '../payment-gateway.js';
import {
  SECRET,
  METHOD,
  SECRETS,
  ScriptedStripe,
  gatewayTo,
  failureOf,
  TIMEOUT_MS,
  type Move,
} from '../../../../../test/support/scripted-stripe.js';
import {
  json,
  page,
  error,
  reset,
  hangUp,
  silence,
  notHttp,
  cutShort,
  trickle,
} from '../../../../../test/support/stripe-moves.js';
import { capture, intent, references } from '../../../../../test/support/stripe-samples.js';

let stripe: ScriptedStripe;
let gateway: PaymentGateway;

beforeEach(async () => {
  stripe = new ScriptedStripe();
  await stripe.start();
  gateway = gatewayTo(stripe.url);
});
afterEach(() => stripe.stop());

describe('a capture that fails', () => {
  it.each<[string, string, Move]>([
    ['reset before an answer', 'PaymentOutcomeUnknown', reset],
    ['a connection closed before an answer', 'PaymentOutcomeUnknown', hangUp],
    ['no answer in time', 'PaymentOutcomeUnknown', silence],
    ['an answer that trickles past the deadline', 'PaymentOutcomeUnknown', trickle],
    ['an answer cut short', 'PaymentOutcomeUnknown', cutShort],
    ['an answer that is not HTTP', 'PaymentOutcomeUnknown', notHttp],
    ['429', 'PaymentNotSent', json(429, error('invalid_request_error', { code: 'rate_limit' }))],
    ['a 429 page', 'PaymentNotSent', page(429)],
    ['429 without an error member', 'PaymentNotSent', json(429, { message: 'slow down' })],
    ['500', 'PaymentOutcomeUnknown', json(500, error('api_error'))],
    ['500 without an error member', 'PaymentOutcomeUnknown', json(500, { message: 'oops' })],
    ['a 502 page', 'PaymentOutcomeUnknown', page(502)],
    ['a 503 page', 'PaymentOutcomeUnknown', page(503)],
    ['409', 'PaymentOutcomeUnknown', json(409, error('idempotency_error', { code: 'idempotency_key_in_use' }))],
    ['idempotency_error', 'PaymentKeyMisused', json(400, error('idempotency_error'))],
    ['an unknown parameter', 'PaymentKeyMisused', json(400, error('invalid_request_error', { param: 'confrim' }))],
    ['401', 'PaymentProviderUnusable', json(401, error('invalid_request_error'))],
    ['a 401 page', 'PaymentProviderUnusable', page(401)],
    ['401 without an error member', 'PaymentProviderUnusable', json(401, { message: 'who are you' })],
    ['403', 'PaymentProviderUnusable', json(403, error('invalid_request_error'))],
    ['a 404 page', 'PaymentProviderUnusable', page(404)],
    ['a page for a success', 'PaymentOutcomeUnknown', page(200)],
    ['null for a success', 'PaymentOutcomeUnknown', json(200, null)],
    ['an error inside a success', 'PaymentOutcomeUnknown', json(200, error('card_error', { code: 'card_declined' }))],
    ['a success without a status', 'PaymentOutcomeUnknown', json(200, { ...intent, status: undefined })],
    ['a success without an amount', 'PaymentOutcomeUnknown', json(200, { ...intent, amount: '18600' })],
    ['a payment still to be confirmed', 'PaymentOutcomeUnknown', json(200, { ...intent, status: 'requires_capture' })],
    ['a payment received in part', 'PaymentOutcomeUnknown', json(200, { ...intent, amount_received: 600 })],
    ['a payment of another amount', 'PaymentMismatched', json(200, { ...intent, amount: 1860, amount_received: 1860 })],
    ['a payment in another currency', 'PaymentMismatched', json(200, { ...intent, currency: 'bhd' })],
    [
      'a payment of another saga',
      'PaymentMismatched',
      json(200, { ...intent, metadata: { ...references, sagaId: 'x' } }),
    ],
    ['a payment without our references', 'PaymentMismatched', json(200, { ...intent, metadata: {} })],
    [
      'a decline of another payment',
      'PaymentMismatched',
      json(402, error('card_error', { payment_intent: { ...intent, metadata: {} } })),
    ],
    [
      'a decline of a payment that is paid',
      'PaymentOutcomeUnknown',
      json(402, error('card_error', { payment_intent: intent })),
    ],
  ])('by %s is %s after one request, and tells no secret', async (_name, expected, move) => {
    stripe.moves = [move, json(200, intent)];
    const failure = await failureOf(gateway.capture(capture));
    expect(failure.name).toBe(expected);
    expect(stripe.received).toHaveLength(1);
    const shown = `${inspect(failure, { depth: 10, showHidden: true })} ${JSON.stringify(failure)} ${String(failure)}`;
    expect(shown).not.toMatch(SECRETS);
    expect(shown).not.toMatch(/authorization|bearer/i);
    expect(failure.cause).toBeUndefined();
    expect(failure.message.length).toBeLessThan(200);
  });

  it('names status, type and request id for whoever must look', async () => {
    stripe.moves = [json(500, error('api_error'))];
    const failure = await failureOf(gateway.capture(capture));
    expect(failure.message).toContain('500');
    expect(failure.message).toContain('api_error');
    expect(failure.message).toContain('req_scripted');
  });

  it('says how long it was waited for', async () => {
    stripe.moves = [silence];
    const failure = await failureOf(gateway.capture(capture));
    expect(failure.message).toContain(`${TIMEOUT_MS} ms`);
  });

  it('does not repeat words of the provider that may hold a secret', async () => {
    stripe.moves = [json(400, error(SECRET, { code: METHOD }))];
    const failure = await failureOf(gateway.capture(capture));
    expect(inspect(failure)).not.toMatch(SECRETS);
  });

  it('is unknown, and not sent again, when a kept-alive connection is reset', async () => {
    stripe.moves = [json(200, intent), reset, json(200, intent)];
    await gateway.capture(capture);
    const failure = await failureOf(gateway.capture(capture));
    expect(failure.name).toBe('PaymentOutcomeUnknown');
    expect(stripe.connections).toBe(1);
    expect(stripe.received).toHaveLength(2);
  });

  it('was not sent when the connection is refused', async () => {
    await stripe.stop();
    const failure = await failureOf(gateway.capture(capture));
    expect(failure.name).toBe('PaymentNotSent');
    expect(failure.message).toContain('ECONNREFUSED');
  });

  it('was not sent when the host has no address', async () => {
    // A label of 64 characters is no name (RFC 1035), so no resolver is asked.
    const failure = await failureOf(gatewayTo(`http://${'p'.repeat(64)}.invalid`).capture(capture));
    expect(failure.name).toBe('PaymentNotSent');
  });

  it('was not sent when no secure connection came about', async () => {
    const plain = createTcpServer((socket) =>
      socket
        .on('error', () => undefined)
        .resume()
        .end('this is no TLS'),
    );
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    const { port } = plain.address() as AddressInfo;
    const failure = await failureOf(gatewayTo(`https://127.0.0.1:${port}`).capture(capture));
    await new Promise((resolve) => plain.close(resolve));
    expect(failure.name).toBe('PaymentNotSent');
  });

  it('is sent twice by the HTTP client of the SDK, which is why the gateway has its own', async () => {
    stripe.moves = [reset, json(200, intent)];
    const url = new URL(stripe.url);
    const plain = new Stripe(SECRET, {
      protocol: 'http',
      host: url.hostname,
      port: url.port,
      maxNetworkRetries: 0,
      telemetry: false,
    });
    await plain.paymentIntents.create({ amount: 1, currency: 'usd' });
    expect(stripe.received).toHaveLength(2);
  });
});
