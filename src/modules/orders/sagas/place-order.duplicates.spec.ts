import { placeOrder } from './place-order.saga.js';
import {
  cancelRequested,
  captured,
  confirmed,
  declined,
  inDoubt,
  orderCancelled,
  outOfStock,
  placed,
  refunded,
  released,
  reserved,
} from '../../../../test/support/placed-order.js';
import { specify } from '../../../../test/support/saga-specification.js';

const { given } = specify(placeOrder, placed);

describe('an event that is told twice', () => {
  it.each([
    ['OrderPlaced', [], placed],
    ['PaymentCaptured', [placed], captured],
    ['PaymentDeclined', [placed], declined],
    ['StockReserved', [placed, captured], reserved],
    ['StockRejected', [placed, captured], outOfStock],
    ['OrderConfirmed', [placed, captured, reserved], confirmed],
    ['PaymentRefunded', [placed, captured, outOfStock], refunded],
    ['StockReleased', [placed, captured, cancelRequested, reserved], released],
    ['OrderCancelled', [placed, declined], orderCancelled],
  ] as const)('is done already: %s', (_, past, event) => {
    given(...past, event)
      .when(event)
      .expectIgnored('already done');
  });

  it('is no repeated work when it only says again that nobody knows', () => {
    given(placed, inDoubt).when(inDoubt).expectIgnored('no news');
  });

  it('stays done when the saga has gone on since', () => {
    given(placed, captured, reserved, confirmed).when(placed).expectIgnored('already done');
    given(placed, captured, reserved, confirmed).when(captured).expectIgnored('already done');
    given(placed, captured, reserved, confirmed).when(reserved).expectIgnored('already done');
    given(placed, inDoubt, captured).when(inDoubt).expectIgnored('already done');
  });
});

describe('an event that contradicts what is known', () => {
  it('does not undo a decision: the first fact wins', () => {
    given(placed, captured).when(declined).expectIgnored('already done');
    given(placed, captured, reserved).when(outOfStock).expectIgnored('already done');
    given(placed, captured, reserved, confirmed).when(declined).expectIgnored('already done');
    given(placed, declined).when(inDoubt).expectIgnored('already done');
  });
});

describe('an event of a step that this saga has not reached', () => {
  class SomethingElse {}

  it.each([
    ['a stock notice before the money', [placed], reserved],
    ['a refusal of stock before the money', [placed], outOfStock],
    ['a refund that nobody asked for', [placed, captured], refunded],
    ['a release that nobody asked for', [placed, captured], released],
    ['a confirmation before the stock', [placed, captured], confirmed],
    ['a cancellation that nobody asked for', [placed], orderCancelled],
    ['an event of another saga', [placed], new SomethingElse()],
    ['a refund for a completed order', [placed, captured, reserved, confirmed], refunded],
  ] as const)('is not for it: %s', (_, past, event) => {
    given(...past)
      .when(event)
      .expectIgnored('not for me');
  });
});
