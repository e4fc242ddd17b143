import { placeOrder } from './place-order.saga.js';
import { placed } from '../../../../test/support/placed-order.js';
import { check } from '#shared/saga/check.js';
import type { SagaDefinition } from '#shared/saga/definition.js';

describe('the table of the order saga', () => {
  it('does not contradict itself', () => {
    expect(() => check(placeOrder as unknown as SagaDefinition)).not.toThrow();
  });

  it('keeps the names under which running sagas are stored', () => {
    expect([placeOrder.name, ...placeOrder.steps.map((step) => step.name), placeOrder.whenUndone!.name]).toEqual([
      'place-order',
      'payment.capture',
      'inventory.reserve',
      'order.confirm',
      'order.cancel',
    ]);
    expect(placeOrder.steps.map((step) => step.undo?.name)).toEqual(['payment.refund', 'inventory.release', undefined]);
  });

  it('is found by its order and has the id that the order names', () => {
    expect(placeOrder.correlate(placed as never)).toBe('order-1');
    expect(placeOrder.identify(placed)).toBe('saga-1');
  });
});
