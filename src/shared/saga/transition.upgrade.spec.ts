import {
  InsuranceBought,
  InsuranceReturned,
  PostcardSent,
  longerJourney,
  renamedJourney,
  turnedJourney,
} from '../../../test/support/changed-journeys.js';
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
import { finish, histories } from '../../../test/support/saga-properties.js';
import { inputOf, SAGA_ID, Wish, type Happening } from '../../../test/support/saga-specification.js';
import { markedIn, namesOf, type Marked, type SagaDefinition, type StepRef } from './definition.js';
import { strangeStep } from './newer-version.js';
import type { SagaState } from './saga-state.js';
import { notStarted, transition } from './transition.js';
import fc from 'fast-check';

const full = { code: 'full', detail: 'No room left.' };
const stayHome = new Wish({ code: 'stay_home', detail: 'It rains.' });
const planned = new JourneyPlanned(SAGA_ID);

/** Where a history leads under one table. */
const after = (table: SagaDefinition<JourneyPlanned>, ...history: Happening[]): SagaState<JourneyPlanned> =>
  history.reduce<SagaState<JourneyPlanned>>(
    (state, happening) => transition(table, state, inputOf(happening)).next,
    notStarted(SAGA_ID, planned),
  );

const markersOf = ({ steps }: SagaState): string[] => steps.map(({ name, status }) => `${name} ${status}`);

describe('a step that changed its place without a word', () => {
  it('is neither lost nor taken late: nothing moves, and the table is told', () => {
    const state = after(journey, planned);
    expect(() => transition(turnedJourney, state, { event: new FlightBooked() })).toThrow(
      'saga journey: hotel.book was not taken before flight.book; a step that is new there says `added`',
    );
  });
});

describe('a step that is still open under its former name', () => {
  it('is withdrawn under the key that it was begun with', () => {
    const keys: string[] = [];
    const [flight, room, ...rest] = renamedJourney.steps;
    const withdraw = (_: object, __: object, { key }: StepRef): object => ({ told: keys.push(key) });
    const table = { ...renamedJourney, steps: [flight!, { ...room!, withdraw }, ...rest] };
    transition(table, after(journey, planned, new FlightBooked()), inputOf(stayHome));
    expect(keys).toEqual([`${SAGA_ID}:hotel.book`]);
  });
});

describe('a saga with a step that a table does not know', () => {
  it('is of a newer version as soon as that step has begun, until it is completed', () => {
    const insured = after(longerJourney, planned, new FlightBooked());
    expect(strangeStep(journey as unknown as SagaDefinition, insured)).toBe('insurance.buy');
    const completed = { ...insured, status: 'completed' } as const;
    expect(strangeStep(journey as unknown as SagaDefinition, completed)).toBeUndefined();
  });

  it('is so also when it is undone, because a late success of that step would be nobody’s news', () => {
    const refused = [planned, new FlightBooked(), new HotelRefused(full), new FlightReturned(), new JourneyCalledOff()];
    const undone = after(renamedJourney, ...refused);
    expect(undone.status).toBe('compensated');
    expect(transition(journey, undone, { event: new HotelBooked() }).ignored).toBe('not for me');
    expect(strangeStep(journey as unknown as SagaDefinition, undone)).toBe('room.book');
    expect(transition(renamedJourney, undone, { event: new HotelBooked() }).send).toHaveLength(1);
  });

  it('that was only passed over binds nobody', () => {
    const passed = transition(longerJourney, after(journey, planned, new FlightBooked()), { event: new HotelBooked() });
    expect(markersOf(passed.next)).toContain('insurance.buy skipped');
    expect(strangeStep(journey as unknown as SagaDefinition, passed.next)).toBeUndefined();
  });
});

const happenings = [
  planned,
  new FlightBooked(),
  new FlightRefused(full),
  new FlightUncertain(),
  new FlightReturned(),
  new InsuranceBought(),
  new InsuranceReturned(),
  new HotelBooked(),
  new HotelRefused(full),
  new HotelUncertain(),
  new HotelReturned(),
  new VisaStamped(),
  new BagsPacked(),
  new BagsUnpacked(),
  new PostcardSent(),
  new JourneyCalledOff(),
  stayHome,
];

/** One happening, and which of two versions is told of it first. */
const lives = histories(happenings).chain((history) =>
  fc.tuple(fc.constant(history), fc.array(fc.boolean(), { minLength: history.length, maxLength: history.length })),
);

/** Both versions share a saga: what the old one must leave alone goes to the new one. */
function share(
  newer: SagaDefinition<JourneyPlanned>,
  [history, toOld]: readonly [readonly Happening[], readonly boolean[]],
): { state: SagaState<JourneyPlanned>; sent: Function[] } {
  let state = after(journey);
  const sent: Function[] = [];
  for (const [index, happening] of [planned, ...history].entries()) {
    const isForOld = index > 0 && toOld[index - 1]! && !strangeStep(journey as unknown as SagaDefinition, state);
    const { next, send } = transition(isForOld ? journey : newer, state, inputOf(happening));
    state = next;
    sent.push(...send.map((command) => command.constructor));
  }
  return { state, sent };
}

const statusUnder = ({ steps }: SagaState, marked: Marked): string | undefined =>
  steps.find(({ name }) => namesOf(marked).includes(name))?.status;

describe.each([
  ['more steps', longerJourney],
  ['renamed steps', renamedJourney],
])('two versions side by side, the newer one with %s, whatever happens', (_, newer) => {
  it('send no command twice between them, and mark nothing under two names', () => {
    fc.assert(
      fc.property(lives, (life) => {
        const { state, sent } = share(newer, life);
        expect(sent).toHaveLength(new Set(sent).size);
        for (const marked of markedIn(newer as unknown as SagaDefinition)) {
          const names = namesOf(marked);
          expect(state.steps.filter(({ name }) => names.includes(name)).length).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('come to an end as soon as the world answers the newer one, with everything done or everything undone', () => {
    fc.assert(
      fc.property(lives, (life) => {
        const state = finish(newer, share(newer, life).state, happenings);
        expect(['completed', 'compensated']).toContain(state.status);
        for (const step of newer.steps) {
          if (state.status === 'completed' && !step.added) expect(statusUnder(state, step)).toBe('done');
          if (state.status === 'compensated' && step.undo && statusUnder(state, step) === 'done')
            expect(statusUnder(state, step.undo)).toBe('done');
        }
      }),
    );
  });
});
