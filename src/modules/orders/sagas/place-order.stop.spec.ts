import { CancelOrder } from '../contract/index.js';
import { placeOrder } from './place-order.saga.js';
import { ReleaseStock } from '#modules/inventory/contract/index.js';
import { RefundPayment, WithdrawPayment } from '#modules/payments/contract/index.js';
import {
  cancelRequested,
  cancelled,
  captured,
  confirmed,
  deadlinePassed,
  declined,
  inDoubt,
  noMoney,
  noStock,
  orderCancelled,
  outOfStock,
  placed,
  placedForNothing,
  refunded,
  released,
  reserved,
  tooLate,
} from '../../../../test/support/placed-order.js';
import { specify } from '../../../../test/support/saga-specification.js';

const { given } = specify(placeOrder, placed);

describe.each([
  ['a cancel request', cancelRequested, cancelled],
  ['the deadline', deadlinePassed, tooLate],
])('%s', (_, wish, failure) => {
  it('before anything was asked for ends the order at once', () => {
    given().when(wish).expect([CancelOrder], 'compensating').expectFailure(failure);
  });

  it('asks for a capture that is under way to be given up, and waits for its outcome', () => {
    given(placed).when(wish).expect([WithdrawPayment], 'running').expectFailure(undefined);
  });

  it('undoes the capture it waited for', () => {
    given(placed, wish).when(captured).expect([RefundPayment], 'compensating').expectFailure(failure);
    given(placed, wish, captured).when(refunded).expect([CancelOrder], 'compensating');
    given(placed, wish, captured, refunded).when(orderCancelled).expect([], 'compensated').expectFailure(failure);
  });

  it('waits for a capture in doubt until somebody knows, then undoes it', () => {
    given(placed, inDoubt).when(wish).expect([WithdrawPayment], 'running');
    given(placed, inDoubt, wish).when(captured).expect([RefundPayment], 'compensating').expectFailure(failure);
    given(placed, wish, inDoubt).when(captured).expect([RefundPayment], 'compensating').expectFailure(failure);
  });

  it('waits for the stock and gives it back before the money, last step first', () => {
    given(placed, captured).when(wish).expect([], 'running');
    given(placed, captured, wish).when(reserved).expect([ReleaseStock, RefundPayment], 'compensating');
  });

  it('cancels the order only when everything is undone, in whichever order that happens', () => {
    const turnedBack = given(placed, captured, wish, reserved);
    turnedBack.when(refunded).expect([], 'compensating');
    turnedBack.and(refunded).when(released).expect([CancelOrder], 'compensating').expectFailure(failure);
    turnedBack.when(released).expect([], 'compensating');
    turnedBack.and(released).when(refunded).expect([CancelOrder], 'compensating').expectFailure(failure);
  });

  it('comes too late for an order that is being confirmed: a confirmed order is not undone', () => {
    given(placed, captured, reserved).when(wish).expect([], 'running');
    given(placed, captured, reserved, wish).when(confirmed).expect([], 'completed').expectFailure(undefined);
  });

  it('is ignored after the order is complete', () => {
    given(placed, captured, reserved, confirmed).when(wish).expectIgnored('already done');
  });

  it('is ignored while the order turns back and after it has', () => {
    given(placed, declined).when(wish).expectIgnored('already done');
    given(placed, declined, orderCancelled).when(wish).expectIgnored('already done');
  });

  it('releases the stock of an order that costs nothing and refunds nothing', () => {
    specify(placeOrder, placedForNothing)
      .given(placedForNothing, wish)
      .when(reserved)
      .expect([ReleaseStock], 'compensating');
  });
});

describe('a payment that is given up while it waits for its customer', () => {
  it('says that the customer was too late when the deadline was the reason, and else who asked', () => {
    const expired = { code: 'payment_action_expired', detail: expect.any(String) as string };
    given(placed).when(deadlinePassed).expectCommand(new WithdrawPayment('payment-1', expired));
    given(placed).when(cancelRequested).expectCommand(new WithdrawPayment('payment-1', cancelled));
  });

  it('is asked for once', () => {
    given(placed, cancelRequested).when(inDoubt).expect([], 'running');
  });
});

describe('two wishes to stop', () => {
  it('are one: the first gives the reason', () => {
    given(placed, cancelRequested).when(deadlinePassed).expectIgnored('already done');
    given(placed, cancelRequested, captured).when(deadlinePassed).expectIgnored('already done');
    given(placed, cancelRequested).when(captured).expectFailure(cancelled);
    given(placed, deadlinePassed).when(captured).expectFailure(tooLate);
  });
});

describe('a refusal while a wish to stop waits', () => {
  it('gives the reason, because it is what happened', () => {
    given(placed, cancelRequested).when(declined).expect([CancelOrder], 'compensating').expectFailure(noMoney);
    given(placed, captured, cancelRequested).when(outOfStock).expect([RefundPayment], 'compensating');
    given(placed, captured, cancelRequested).when(outOfStock).expectFailure(noStock);
  });
});
