import { cardOf } from '../methods/card.js';
import { faultOfMethod } from './method-fault.js';

describe('a fault named by a payment method', () => {
  it.each([
    ['pm_sandbox_delay_3000', { kind: 'delay', ms: 3000 }],
    ['pm_sandbox_delay', { kind: 'delay', ms: 1000 }],
    ['pm_sandbox_drop-after-effect', { kind: 'drop-after-effect' }],
    ['pm_sandbox_fail-before', { kind: 'fail-before', status: 503 }],
    ['pm_sandbox_fail-before_429', { kind: 'fail-before', status: 429 }],
    ['pm_sandbox_stored-500', { kind: 'stored-500', effect: true }],
    ['pm_sandbox_stored-500_0', { kind: 'stored-500', effect: false }],
    ['pm_sandbox_async-outcome_250', { kind: 'async-outcome', result: 'succeeded', ms: 250 }],
    ['pm_sandbox_async-outcome_failed', { kind: 'async-outcome', result: 'failed', ms: 1000 }],
    ['pm_sandbox_async-outcome_250_failed', { kind: 'async-outcome', result: 'failed', ms: 250 }],
    ['pm_sandbox_refund-pending_failed_5', { kind: 'refund-pending', result: 'failed', ms: 5 }],
    ['pm_sandbox_webhook-late_500', { kind: 'webhook-late', ms: 500 }],
  ])('%s', (method, fault) => {
    expect(faultOfMethod(method)).toEqual(fault);
    expect(cardOf(method)).toEqual({ brand: 'visa' });
  });

  it.each([
    'pm_sandbox_',
    'pm_sandbox_delay_soon',
    'pm_sandbox_delay_failed',
    'pm_sandbox_fail-before_418',
    'pm_sandbox_webhook-twice_2',
    'pm_sandbox_toString',
    'pm_sandbox___proto__',
    'pm_card_toString',
    'pm_card_',
    'tok_visa',
  ])('%s is no payment method at all', (method) => {
    expect(faultOfMethod(method)).toBeUndefined();
    expect(cardOf(method)).toBeUndefined();
  });
});
