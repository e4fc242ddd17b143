import { type FailedAnswer, type FailureClass, failureClass } from './failure-class.js';
import { UNREADABLE } from './stripe-answer.js';

const invalid = (status: number, more: FailedAnswer): FailedAnswer => ({
  status,
  type: 'invalid_request_error',
  ...more,
});

describe('what follows from a failed answer to a capture', () => {
  it.each<[string, FailureClass, FailedAnswer]>([
    ['a declined card', 'refused', { status: 402, type: 'card_error', code: 'card_declined' }],
    ['a payment method nobody knows', 'refused', invalid(400, { code: 'resource_missing', param: 'payment_method' })],
    ['the same, as a 404', 'refused', invalid(404, { code: 'resource_missing', param: 'payment_method' })],
    ['an amount below the minimum', 'refused', invalid(400, { code: 'amount_too_small', param: 'amount' })],
    ['an amount that no param names', 'refused', invalid(400, { code: 'amount_too_large' })],
    ['a currency that is not offered', 'refused', invalid(400, { param: 'currency' })],
    [
      'a used-up method that only the sentence names',
      'refused',
      invalid(400, { message: 'The provided PaymentMethod was previously used. It may not be used again.' }),
    ],
    ['too many requests', 'not_sent', { status: 429, type: 'invalid_request_error', code: 'rate_limit' }],
    ['too many requests, by a proxy', 'not_sent', { status: 429, type: UNREADABLE }],
    ['a lock that was not had', 'not_sent', { status: 429, code: 'lock_timeout' }],
    ['a rate limit told as a 400', 'not_sent', invalid(400, { code: 'rate_limit' })],
    ['a key in use', 'unknown', { status: 409, type: 'idempotency_error', code: 'idempotency_key_in_use' }],
    ['a 409 about the amount', 'unknown', invalid(409, { param: 'amount' })],
    ['a server error', 'unknown', { status: 500, type: 'api_error' }],
    ['a 502 page', 'unknown', { status: 502, type: UNREADABLE }],
    ['a 503 that speaks of a card', 'unknown', { status: 503, type: 'card_error' }],
    ['a failed dependency', 'unknown', { status: 424, type: 'api_error' }],
    ['a proxy that waited too long', 'unknown', { status: 408, type: UNREADABLE }],
    ['a success that cannot be read', 'unknown', { status: 200, type: UNREADABLE }],
    ['an answer without a status', 'unknown', {}],
    ['a key with other parameters', 'ours', { status: 400, type: 'idempotency_error' }],
    ['a parameter Stripe does not know', 'ours', invalid(400, { code: 'parameter_unknown', param: 'confrim' })],
    [
      'the retired parameter',
      'ours',
      invalid(400, { code: 'payment_method_types_no_longer_supported', param: 'payment_method_types' }),
    ],
    ['a method type the account lacks', 'ours', invalid(400, { code: 'payment_method_unactivated' })],
    ['a bad key', 'unusable', { status: 401, type: 'invalid_request_error' }],
    ['a key without permission', 'unusable', { status: 403, type: 'invalid_request_error' }],
    ['a 403 page', 'unusable', { status: 403, type: UNREADABLE }],
    ['a redirect', 'unusable', { status: 302, type: UNREADABLE }],
    ['a 400 page', 'unusable', { status: 400, type: UNREADABLE }],
    ['a 402 page', 'unusable', { status: 402, type: UNREADABLE }],
    ['a 404 page', 'unusable', { status: 404, type: UNREADABLE }],
    ['a URL Stripe does not know', 'unusable', invalid(404, { message: 'Unrecognized request URL' })],
  ])('%s is %s', (_name, expected, answer) => {
    expect(failureClass(answer, 'capture')).toBe(expected);
  });
});

describe('what follows from a failed answer to a refund', () => {
  it.each<[string, FailureClass, FailedAnswer]>([
    ['more than was captured', 'refused', invalid(400, { param: 'amount' })],
    [
      'the same, told by the sentence alone',
      'refused',
      invalid(400, { message: 'Refund amount is greater than unrefunded amount on charge' }),
    ],
    ['a payment refunded already', 'refused', invalid(400, { code: 'charge_already_refunded' })],
    ['a payment nobody knows', 'refused', invalid(404, { code: 'resource_missing', param: 'payment_intent' })],
    ['a key with other parameters', 'ours', { status: 400, type: 'idempotency_error', message: 'refund' }],
    ['a parameter that is unknown', 'ours', invalid(400, { code: 'parameter_unknown', param: 'metadta' })],
    ['a server error', 'unknown', { status: 500, type: 'api_error' }],
  ])('%s is %s', (_name, expected, answer) => {
    expect(failureClass(answer, 'refund')).toBe(expected);
  });
});

describe('what follows from a failed answer to a cancel', () => {
  it.each<[string, FailureClass, FailedAnswer]>([
    [
      'a payment that cannot be given up as it stands',
      'refused',
      invalid(400, { code: 'payment_intent_unexpected_state' }),
    ],
    ['a parameter that is unknown', 'ours', invalid(400, { code: 'parameter_unknown' })],
    ['a payment nobody knows', 'unusable', invalid(404, { code: 'resource_missing' })],
    ['too many requests', 'not_sent', { status: 429 }],
    ['a server error', 'unknown', { status: 500 }],
  ])('%s is %s', (_name, expected, answer) => {
    expect(failureClass(answer, 'cancel')).toBe(expected);
  });
});

describe('what follows from a failed lookup', () => {
  it.each<[string, FailureClass, FailedAnswer]>([
    ['a payment nobody knows', 'refused', invalid(404, { code: 'resource_missing' })],
    ['a 404 page', 'unusable', { status: 404, type: UNREADABLE }],
    ['a URL Stripe does not know', 'unusable', invalid(404, {})],
    ['a 402', 'unusable', { status: 402, type: 'card_error' }],
    ['a 400', 'unusable', invalid(400, { code: 'resource_missing' })],
    ['a page instead of a payment', 'unusable', { status: 200, type: UNREADABLE }],
    ['a server error', 'unknown', { status: 500 }],
  ])('%s is %s', (_name, expected, answer) => {
    expect(failureClass(answer, 'find')).toBe(expected);
  });

  it('never takes a 404 for an empty list', () => {
    expect(failureClass(invalid(404, { code: 'resource_missing' }), 'list')).toBe('unusable');
  });
});
