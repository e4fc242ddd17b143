import fc from 'fast-check';
import {
  BagsPacked,
  BagsUnpacked,
  FlightBooked,
  FlightRefused,
  FlightReturned,
  FlightUncertain,
  HotelBooked,
  HotelRefused,
  HotelReturned,
  HotelUncertain,
  JourneyCalledOff,
  JourneyPlanned,
  VisaStamped,
  journey,
} from '../../../test/support/journey-saga.js';
import { finish, histories, live } from '../../../test/support/saga-properties.js';
import { Wish } from '../../../test/support/saga-specification.js';
import { eventsOf, type SagaDefinition } from './definition.js';

const full = { code: 'full', detail: 'No room left.' };
const starts = [new JourneyPlanned('saga-1'), new JourneyPlanned('saga-1', true)];
const happenings = [
  ...starts.slice(0, 1),
  new FlightBooked(),
  new FlightRefused(full),
  new FlightUncertain(),
  new FlightReturned(),
  new HotelBooked(),
  new HotelRefused(full),
  new HotelUncertain(),
  new HotelReturned(),
  new VisaStamped(),
  new BagsPacked(),
  new BagsUnpacked(),
  new JourneyCalledOff(),
  new Wish({ code: 'stay_home', detail: 'It rains.' }),
];
const anyLife = [fc.constantFrom(...starts), histories(happenings)] as const;

describe('whatever happens in whatever order', () => {
  it('draws on every event of the table', () => {
    const drawn = new Set<Function>(happenings.map((happening) => happening.constructor));
    expect(eventsOf(journey as unknown as SagaDefinition).filter((event) => !drawn.has(event))).toEqual([]);
  });

  it('the saga is in a valid state after every step', () => {
    fc.assert(fc.property(...anyLife, (start, history) => void live(journey, start, history)));
  });

  it('no command is sent twice', () => {
    fc.assert(
      fc.property(...anyLife, (start, history) => {
        const sent = live(journey, start, history).sent.map((command) => command.constructor);
        expect(sent).toHaveLength(new Set(sent).size);
      }),
    );
  });

  it('comes to an end as soon as the world answers', () => {
    fc.assert(
      fc.property(...anyLife, (start, history) => {
        const { state } = live(journey, start, [start, ...history]);
        expect(['completed', 'compensated']).toContain(finish(journey, state, happenings).status);
      }),
    );
  });
});
