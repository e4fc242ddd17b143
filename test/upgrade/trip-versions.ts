import {
  AskFor,
  ExtrasJob,
  FlightBooked,
  FlightRefused,
  FlightReturned,
  FlightUncertain,
  HotelBooked,
  HotelJob,
  HotelRefused,
  HotelReturned,
  HotelUncertain,
  InsuranceBought,
  InsuranceReturned,
  RoomJob,
  TicketsSent,
  TripCalledOff,
  TripPlanned,
  VisaStamped,
  type TripVersion,
  type What,
} from './trips.js';
import { define, type SagaDefinition, type StepDefinition, type StepRef } from '#shared/saga/definition.js';

const ask =
  (what: What) =>
  (trip: TripPlanned, { key }: StepRef): AskFor =>
    new AskFor(what, trip, key);

const flight = {
  name: 'flight.book',
  send: ask('flight'),
  done: FlightBooked,
  refused: FlightRefused,
  unknown: FlightUncertain,
  undo: { name: 'flight.return', send: ask('flight back'), done: FlightReturned },
} satisfies StepDefinition<TripPlanned>;

const hotel = {
  name: 'hotel.book',
  send: ask('hotel'),
  done: HotelBooked,
  refused: HotelRefused,
  unknown: HotelUncertain,
  undo: { name: 'hotel.return', send: ask('hotel back'), done: HotelReturned },
} satisfies StepDefinition<TripPlanned>;

const visa: StepDefinition<TripPlanned> = { name: 'visa.stamp', send: ask('visa'), done: VisaStamped };

const callOff = {
  name: 'trip.call-off',
  send: (trip: TripPlanned, _: unknown, ref: StepRef): AskFor => ask('called off')(trip, ref),
  done: TripCalledOff,
};

const table = (
  steps: readonly StepDefinition<TripPlanned>[],
  whenUndone: NonNullable<SagaDefinition<TripPlanned>['whenUndone']> = callOff,
): SagaDefinition<TripPlanned> =>
  define({
    name: 'trip',
    correlate: (event: { tripId: string }) => event.tripId,
    startsOn: TripPlanned,
    identify: ({ sagaId }) => sagaId,
    steps,
    whenUndone,
  });

/** What the sagas were begun with. */
export const PREVIOUS: TripVersion = {
  name: 'previous',
  table: table([flight, hotel, visa]),
  jobs: [HotelJob],
  jobNames: { hotel: 'trip.book-hotel' },
};

/** Two steps more: one among those that were there, with an undo of its own, and one behind them all. */
export const ADDED: TripVersion = {
  name: 'added',
  jobs: [HotelJob, ExtrasJob],
  jobNames: { ...PREVIOUS.jobNames, insurance: 'trip.extras', 'insurance back': 'trip.extras', tickets: 'trip.extras' },
  table: table([
    flight,
    {
      name: 'insurance.buy',
      added: true,
      send: ask('insurance'),
      done: InsuranceBought,
      undo: { name: 'insurance.return', send: ask('insurance back'), done: InsuranceReturned },
    },
    hotel,
    visa,
    { name: 'tickets.send', added: true, send: ask('tickets'), done: TicketsSent },
  ]),
};

/** Another name for a step and its job, for both undos and for the last word. */
export const RENAMED: TripVersion = {
  name: 'renamed',
  table: table(
    [
      { ...flight, undo: { ...flight.undo, name: 'flight.refund', formerly: ['flight.return'] } },
      {
        ...hotel,
        name: 'room.book',
        formerly: ['hotel.book'],
        undo: { ...hotel.undo, name: 'room.return', formerly: ['hotel.return'] },
      },
      visa,
    ],
    { ...callOff, name: 'trip.cancel', formerly: ['trip.call-off'] },
  ),
  jobs: [RoomJob],
  jobNames: { hotel: 'trip.book-room' },
};
