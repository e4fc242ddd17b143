import { cancelOrder } from './cancel-order.saga.js';
import { CancelOrder, HoldOrder } from '../contract/index.js';
import { ReleaseStock } from '#modules/inventory/contract/index.js';
import { RefundPayment } from '#modules/payments/contract/index.js';
import { check } from '#shared/saga/check.js';
import { eventsOf, type SagaDefinition } from '#shared/saga/definition.js';
import fc from 'fast-check';
import {
  cancelAsked,
  cancelAskedForNothing,
  cancelled,
  cancelRequested,
  captured,
  orderCancelled,
  refunded,
  refundStuck,
  released,
} from '../../../../test/support/placed-order.js';
import { finish, histories, live } from '../../../../test/support/saga-properties.js';
import { SAGA_ID, specify } from '../../../../test/support/saga-specification.js';

const { given } = specify(cancelOrder, cancelAsked);
const ofNothing = specify(cancelOrder, cancelAskedForNothing);
const table = cancelOrder as unknown as SagaDefinition;

describe('the table of the cancel saga', () => {
  it('does not contradict itself, and keeps the names under which running sagas are stored', () => {
    expect(() => check(table)).not.toThrow();
    expect([cancelOrder.name, ...cancelOrder.steps.map((step) => step.name)]).toEqual([
      'cancel-order',
      'payment.refund',
      'inventory.return',
      'order.cancel',
    ]);
  });

  it('is found by its order and has the id that the request gave it', () => {
    expect(cancelOrder.correlate(cancelAsked as never)).toBe('order-1');
    expect(cancelOrder.identify(cancelAsked)).toBe('saga-2');
  });
});

describe('a confirmed order that is cancelled', () => {
  it('gives the money back first, under a key of its own', () => {
    given()
      .when(cancelAsked)
      .expect([RefundPayment], 'running')
      .expectCommand(
        new RefundPayment({
          tenantId: 'alice',
          orderId: 'order-1',
          paymentId: 'payment-1',
          stepKey: `${SAGA_ID}:payment.refund`,
          reason: 'order cancelled',
        }),
      );
  });

  it('then its stock, then its last word, with the reason of whoever asked', () => {
    given(cancelAsked).when(refunded).expect([ReleaseStock], 'running');
    given(cancelAsked, refunded)
      .when(released)
      .expect([CancelOrder], 'running')
      .expectCommand(new CancelOrder('alice', 'order-1', cancelled));
    given(cancelAsked, refunded, released)
      .when(orderCancelled)
      .expect([], 'completed')
      .expectMarkers({ 'payment.refund': 'done', 'inventory.return': 'done', 'order.cancel': 'done' });
  });

  it('gives back only its stock when it cost nothing', () => {
    ofNothing
      .given()
      .when(cancelAskedForNothing)
      .expect([ReleaseStock], 'running')
      .expectMarkers({ 'payment.refund': 'skipped', 'inventory.return': 'pending' });
  });

  it('asked twice is undone once', () => {
    given(cancelAsked).when(cancelAsked).expectIgnored('already done');
    given(cancelAsked, refunded, released, orderCancelled).when(cancelAsked).expectIgnored('already done');
  });

  it('takes every repeated piece of news for what it is', () => {
    given(cancelAsked, refunded).when(refunded).expectIgnored('already done');
    given(cancelAsked, refunded, released).when(released).expectIgnored('already done');
    given(cancelAsked).when(captured).expectIgnored('not for me');
  });

  it('is held for a person when the money does not go back, and goes on when it does', () => {
    given(cancelAsked).when(refundStuck).expect([HoldOrder], 'running');
    given(cancelAsked, refundStuck).when(refundStuck).expectIgnored('no news');
    given(cancelAsked, refundStuck).when(refunded).expect([ReleaseStock], 'running');
  });

  it('never turns back: a wish to stop changes nothing about the end', () => {
    const wished = given(cancelAsked, refunded, cancelRequested);
    wished.when(released).expect([CancelOrder], 'running');
    wished.and(released).when(orderCancelled).expect([], 'completed');
  });
});

describe('a cancel saga, whatever happens in whatever order', () => {
  const happenings = [cancelAsked, refunded, refundStuck, released, orderCancelled, captured];
  const anyLife = [fc.constantFrom(cancelAsked, cancelAskedForNothing), histories(happenings)] as const;

  it('hears every event of its table here', () => {
    expect(eventsOf(table).filter((event) => !happenings.some((happening) => happening instanceof event))).toEqual([]);
  });

  it('asks for each thing at most once, and ends as soon as everybody has answered', () => {
    fc.assert(
      fc.property(...anyLife, (start, history) => {
        const { sent, state } = live(cancelOrder, start, [start, ...history]);
        const asked = sent.filter((command) => !(command instanceof HoldOrder)).map((command) => command.constructor);
        expect(asked).toHaveLength(new Set(asked).size);
        expect(finish(cancelOrder, state, happenings).status).toBe('completed');
      }),
    );
  });
});
