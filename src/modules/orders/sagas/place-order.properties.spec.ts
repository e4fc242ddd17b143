import { HoldOrder } from '../contract/index.js';
import fc from 'fast-check';
import { placeOrder } from './place-order.saga.js';
import * as happenings from '../../../../test/support/placed-order.js';
import { finish, histories, live } from '../../../../test/support/saga-properties.js';
import { Wish } from '../../../../test/support/saga-specification.js';
import { eventsOf, type SagaDefinition } from '#shared/saga/definition.js';
import { RefundPayment } from '#modules/payments/contract/index.js';

const { placed, placedForNothing } = happenings;
const events = eventsOf(placeOrder as unknown as SagaDefinition);
const all = Object.values(happenings).filter(
  (value) => value !== placedForNothing && (value instanceof Wish || events.some((event) => value instanceof event)),
);
const anyLife = [fc.constantFrom(placed, placedForNothing), histories(all)] as const;

describe('an order saga, whatever happens in whatever order', () => {
  it('hears every event of its table here', () => {
    expect(events.filter((event) => !all.some((happening) => happening instanceof event))).toEqual([]);
  });

  it('is in a valid state after every step', () => {
    fc.assert(fc.property(...anyLife, (start, history) => void live(placeOrder, start, history)));
  });

  it('sends each command at most once, so that at most one refund is asked for', () => {
    fc.assert(
      fc.property(...anyLife, (start, history) => {
        const sent = live(placeOrder, start, history)
          .sent.filter((command) => !(command instanceof HoldOrder))
          .map((command) => command.constructor);
        expect(sent).toHaveLength(new Set(sent).size);
      }),
    );
  });

  it('never asks for the money of an order that costs nothing, nor gives any back', () => {
    fc.assert(
      fc.property(histories(all), (history) => {
        const { sent } = live(placeOrder, placedForNothing, history);
        expect(sent.some((command) => command instanceof RefundPayment)).toBe(false);
      }),
    );
  });

  it('is completed or undone as soon as everybody has answered', () => {
    fc.assert(
      fc.property(...anyLife, (start, history) => {
        const { state } = live(placeOrder, start, [start, ...history]);
        expect(['completed', 'compensated']).toContain(finish(placeOrder, state, all).status);
      }),
    );
  });
});
