import { journey, type JourneyPlanned } from './journey-saga.js';
import type { SagaDefinition, StepDefinition } from '#shared/saga/definition.js';

/** What the journey has more in a later version: a step between its first two that can be undone, and one behind them all. */
export class InsuranceBought {}
export class InsuranceReturned {}
export class PostcardSent {}
class BuyInsurance {}
class ReturnInsurance {}
class SendPostcard {}

const [flight, hotel, ...rest] = journey.steps as readonly [
  StepDefinition<JourneyPlanned>,
  StepDefinition<JourneyPlanned>,
  ...StepDefinition<JourneyPlanned>[],
];

const insurance: StepDefinition<JourneyPlanned> = {
  name: 'insurance.buy',
  added: true,
  send: () => new BuyInsurance(),
  done: InsuranceBought,
  undo: { name: 'insurance.return', send: () => new ReturnInsurance(), done: InsuranceReturned },
};

const postcard: StepDefinition<JourneyPlanned> = {
  name: 'postcard.send',
  added: true,
  send: () => new SendPostcard(),
  done: PostcardSent,
};

/** The journey with two steps more. */
export const longerJourney: SagaDefinition<JourneyPlanned> = {
  ...journey,
  steps: [flight, insurance, hotel, ...rest, postcard],
};

/** The journey with other names for its second step, for both undos and for its last word. */
export const renamedJourney: SagaDefinition<JourneyPlanned> = {
  ...journey,
  steps: [
    { ...flight, undo: { ...flight.undo!, name: 'flight.refund', formerly: ['flight.return'] } },
    {
      ...hotel,
      name: 'room.book',
      formerly: ['hotel.book'],
      undo: { ...hotel.undo!, name: 'room.return', formerly: ['hotel.return'] },
    },
    ...rest,
  ],
  whenUndone: { ...journey.whenUndone!, name: 'journey.cancel', formerly: ['journey.call-off'] },
};

/** The journey with its first two steps in the other order, which nothing in the table can tell from two new places. */
export const turnedJourney: SagaDefinition<JourneyPlanned> = { ...journey, steps: [hotel, flight, ...rest] };
