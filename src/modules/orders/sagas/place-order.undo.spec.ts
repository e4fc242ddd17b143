import { CancelOrder } from '../contract/index.js';
import { placeOrder } from './place-order.saga.js';
import { ReleaseStock } from '#modules/inventory/contract/index.js';
import { RefundPayment } from '#modules/payments/contract/index.js';
import {
  captured,
  declined,
  inDoubt,
  noMoney,
  noStock,
  orderCancelled,
  outOfStock,
  placed,
  placedForNothing,
  refunded,
  reserved,
} from '../../../../test/support/placed-order.js';
import { SAGA_ID, specify } from '../../../../test/support/saga-specification.js';

const { given } = specify(placeOrder, placed);

describe('a declined payment', () => {
  it('has nothing to undo: the order is cancelled with the reason of the bank', () => {
    given(placed)
      .when(declined)
      .expect([CancelOrder], 'compensating')
      .expectCommand(new CancelOrder('alice', 'order-1', noMoney))
      .expectFailure(noMoney);
  });

  it('ends when the order is cancelled', () => {
    given(placed, declined)
      .when(orderCancelled)
      .expect([], 'compensated')
      .expectMarkers({ 'payment.capture': 'refused', 'order.cancel': 'done' });
  });
});

describe('an order that was paid and is out of stock', () => {
  it('is refunded; nothing is released, because nothing was held', () => {
    given(placed, captured)
      .when(outOfStock)
      .expect([RefundPayment], 'compensating')
      .expectCommand(
        new RefundPayment({
          tenantId: 'alice',
          orderId: 'order-1',
          paymentId: 'payment-1',
          stepKey: `${SAGA_ID}:payment.refund`,
          reason: 'order not fulfilled',
        }),
      )
      .expectFailure(noStock);
  });

  it('is cancelled only when the money is back', () => {
    given(placed, captured, outOfStock)
      .when(refunded)
      .expect([CancelOrder], 'compensating')
      .expectCommand(new CancelOrder('alice', 'order-1', noStock));
    given(placed, captured, outOfStock, refunded).when(orderCancelled).expect([], 'compensated');
  });

  it('takes a second refund notice for what it is', () => {
    given(placed, captured, outOfStock, refunded).when(refunded).expectIgnored('already done');
    given(placed, captured, outOfStock, refunded, orderCancelled).when(refunded).expectIgnored('already done');
  });

  it('is cancelled at once when it cost nothing', () => {
    specify(placeOrder, placedForNothing)
      .given(placedForNothing)
      .when(outOfStock)
      .expect([CancelOrder], 'compensating');
  });
});

describe('money that turns up after the order was given up', () => {
  it.each([
    ['while the order is being cancelled', [placed, declined], 'compensating'],
    ['after the order was cancelled', [placed, declined, orderCancelled], 'compensated'],
    ['after a doubt, a decline and the end', [placed, inDoubt, declined, orderCancelled], 'compensated'],
  ] as const)('goes back %s', (_, past, status) => {
    given(...past)
      .when(captured)
      .expect([RefundPayment], status);
  });

  it('goes back once, however often it is told', () => {
    const late = given(placed, declined, orderCancelled, captured);
    late.when(captured).expectIgnored('already done');
    late.and(refunded).when(captured).expectIgnored('already done');
  });

  it('leaves the finished markers as they are and the saga ended', () => {
    given(placed, declined, orderCancelled, captured)
      .when(refunded)
      .expect([], 'compensated')
      .expectMarkers({ 'payment.capture': 'refused', 'payment.refund': 'done', 'order.cancel': 'done' })
      .expectFailure(noMoney);
  });

  it('is refunded once when it was refunded before', () => {
    given(placed, captured, outOfStock, refunded, orderCancelled).when(captured).expectIgnored('already done');
  });
});

describe('stock that turns out to be held after it was refused', () => {
  it('is released once', () => {
    const late = given(placed, captured, outOfStock);
    late.when(reserved).expect([ReleaseStock], 'compensating');
    late.and(reserved).when(reserved).expectIgnored('already done');
  });
});
