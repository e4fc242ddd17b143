import { ConfirmOrder } from '../contract/index.js';
import { placeOrder } from './place-order.saga.js';
import { ReserveStock } from '#modules/inventory/contract/index.js';
import { CapturePayment } from '#modules/payments/contract/index.js';
import {
  captured,
  confirmed,
  declined,
  inDoubt,
  placed,
  placedForNothing,
  reserved,
} from '../../../../test/support/placed-order.js';
import { SAGA_ID, specify } from '../../../../test/support/saga-specification.js';

const { given } = specify(placeOrder, placed);

describe('an order on its way', () => {
  it('asks for the money first, under the key of this saga and step, with what was frozen when it was placed', () => {
    given()
      .when(placed)
      .expect([CapturePayment], 'running')
      .expectCommand(
        new CapturePayment({
          tenantId: 'alice',
          orderId: 'order-1',
          paymentId: 'payment-1',
          sagaId: SAGA_ID,
          stepKey: `${SAGA_ID}:payment.capture`,
          amount: 1780,
          currency: 'EUR',
          paymentMethod: 'pm_card_visa',
        }),
      )
      .expectMarkers({ 'payment.capture': 'pending' });
  });

  it('holds the stock when the money is there', () => {
    given(placed)
      .when(captured)
      .expect([ReserveStock], 'running')
      .expectCommand(new ReserveStock('alice', 'order-1', [{ sku: 'TEA', quantity: 2 }]))
      .expectMarkers({ 'payment.capture': 'done', 'inventory.reserve': 'pending' });
  });

  it('is confirmed when the stock is held', () => {
    given(placed, captured)
      .when(reserved)
      .expect([ConfirmOrder], 'running')
      .expectCommand(new ConfirmOrder('alice', 'order-1'));
  });

  it('is complete when it is confirmed', () => {
    given(placed, captured, reserved)
      .when(confirmed)
      .expect([], 'completed')
      .expectMarkers({ 'payment.capture': 'done', 'inventory.reserve': 'done', 'order.confirm': 'done' })
      .expectFailure(undefined);
  });
});

describe('a capture whose outcome is not known', () => {
  it('waits: nothing is sent, nothing is undone', () => {
    given(placed).when(inDoubt).expect([], 'running').expectMarkers({ 'payment.capture': 'unknown' });
  });

  it('goes on when it turns out to have worked', () => {
    given(placed, inDoubt).when(captured).expect([ReserveStock], 'running');
  });

  it('turns back when it turns out to have been declined', () => {
    given(placed, inDoubt).when(declined).expectMarkers({ 'payment.capture': 'refused', 'order.cancel': 'pending' });
  });
});

describe('an order that costs nothing', () => {
  const free = specify(placeOrder, placedForNothing);

  it('passes the payment with a marker that says so', () => {
    free
      .given()
      .when(placedForNothing)
      .expect([ReserveStock], 'running')
      .expectMarkers({ 'payment.capture': 'skipped', 'inventory.reserve': 'pending' });
  });

  it('completes without a payment', () => {
    free
      .given(placedForNothing, reserved)
      .when(confirmed)
      .expect([], 'completed')
      .expectMarkers({ 'payment.capture': 'skipped', 'inventory.reserve': 'done', 'order.confirm': 'done' });
  });

  it('has nothing to do with news of a payment that it never asked for', () => {
    free.given(placedForNothing).when(captured).expectIgnored('not for me');
    free.given(placedForNothing).when(declined).expectIgnored('not for me');
    free.given(placedForNothing).when(inDoubt).expectIgnored('not for me');
  });
});
