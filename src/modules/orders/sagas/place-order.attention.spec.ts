import { placeOrder } from './place-order.saga.js';
import { HoldOrder } from '../contract/index.js';
import * as happenings from '../../../../test/support/placed-order.js';
import { specify } from '../../../../test/support/saga-specification.js';
import { ReserveStock } from '#modules/inventory/contract/index.js';

const { placed, inDoubt, stuck, refundStuck, captured, outOfStock } = happenings;
const order = specify(placeOrder, placed);

describe('an order that nobody can find out about', () => {
  it('is held for a person, and the step stays open', () => {
    order.given(placed, inDoubt).when(stuck).expect([HoldOrder], 'running');
  });

  it('is held once, however often it is said', () => {
    order.given(placed, inDoubt, stuck).when(stuck).expectIgnored('no news');
  });

  it('goes on as soon as the truth is known', () => {
    order.given(placed, inDoubt, stuck).when(captured).expect([ReserveStock], 'running');
  });

  it('is held as well when its refund does not get through', () => {
    order.given(placed, captured, outOfStock).when(refundStuck).expect([HoldOrder], 'compensating');
  });

  it('is not held for a step that is over', () => {
    order.given(placed, captured).when(stuck).expectIgnored('already done');
  });
});
