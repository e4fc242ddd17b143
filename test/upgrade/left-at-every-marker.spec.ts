import { leave, LEFT_TRIPS } from './left-trips.js';
import { TripBench, type Trip } from './trip-bench.js';
import { ADDED, PREVIOUS, RENAMED } from './trip-versions.js';
import { markedIn, type SagaDefinition } from '#shared/saga/definition.js';

const scenes = Object.entries(LEFT_TRIPS);

describe('the trips that are left below', () => {
  it('stand at every marker of the previous version, each in every state in which it can be open', () => {
    const canBeInDoubt = PREVIOUS.table.steps.filter(({ unknown }) => unknown).map(({ name }) => `${name} unknown`);
    const markers = markedIn(PREVIOUS.table as unknown as SagaDefinition).map(({ name }) => `${name} pending`);
    const met = scenes.flatMap(([, { open }]) => Object.entries(open).map(([name, status]) => `${name} ${status}`));
    expect([...new Set(met)].toSorted()).toEqual([...markers, ...canBeInDoubt].toSorted());
  });
});

describe.each([ADDED, RENAMED])(
  'a saga that the previous version has left, in a version with steps $name',
  (version) => {
    let bench: TripBench;
    const trips = new Map<string, Trip>();
    const openThen = new Map<string, Record<string, string>>();
    const trip = (scene: string): Trip => trips.get(scene)!;

    beforeAll(async () => {
      bench = await TripBench.open();
      const previous = await bench.idle(PREVIOUS);
      for (const [scene, left] of scenes) {
        trips.set(scene, await leave(bench, previous, left));
        openThen.set(scene, await bench.openMarkersOf(trip(scene)));
      }
      await bench.worker(version);
      await bench.untilOver([...trips.values()]);
    });
    afterAll(() => bench.close());

    it.each(scenes)('%s: comes to its end, everything once', async (scene, { open, ends, effects, added }) => {
      expect(openThen.get(scene)).toEqual(open);
      expect(await bench.statusOf(trip(scene))).toBe(ends);
      const more = version === ADDED ? added : [];
      expect(await bench.effectsOf(trip(scene))).toEqual([...effects, ...more].toSorted());
    });
  },
);

describe('a step that was added', () => {
  let bench: TripBench;
  beforeAll(async () => {
    bench = await TripBench.open();
  });
  afterAll(() => bench.close());

  it('is passed over by a saga that is past its place, whose markers say so, and taken where it comes later', async () => {
    const left = await leave(bench, await bench.idle(PREVIOUS), LEFT_TRIPS['at its second step']!);
    const now = await bench.idle(ADDED);
    for (let job = 0; job < 3; job++) await bench.work(now, left);
    expect(await bench.markersOf(left)).toEqual({
      'flight.book': 'done',
      'hotel.book': 'done',
      'insurance.buy': 'skipped',
      'visa.stamp': 'done',
      'tickets.send': 'done',
    });
  });
});

describe('a step that was renamed', () => {
  let bench: TripBench;
  beforeAll(async () => {
    bench = await TripBench.open();
  });
  afterAll(() => bench.close());

  it('keeps the marker, the key and the job with which it was begun', async () => {
    const left = await leave(bench, await bench.idle(PREVIOUS), LEFT_TRIPS['at its second step']!);
    expect(await bench.jobsOf(left)).toMatchObject([{ name: 'trip.book-hotel', key: `${left.sagaId}:hotel.book:1` }]);
    const now = await bench.idle(RENAMED);
    await bench.work(now, left);
    expect(await bench.askedAs(left, 'hotel')).toEqual(['hotel.book']);
    expect(await bench.markersOf(left)).toMatchObject({ 'hotel.book': 'done', 'visa.stamp': 'pending' });
  });

  it('has its new name where it begins now, undos too', async () => {
    const left = await leave(
      bench,
      await bench.idle(PREVIOUS),
      LEFT_TRIPS['at its first step, with a second that will be refused']!,
    );
    const now = await bench.idle(RENAMED);
    for (let job = 0; job < 4; job++) await bench.work(now, left);
    expect(await bench.markersOf(left)).toEqual({
      'flight.book': 'done',
      'room.book': 'refused',
      'flight.refund': 'done',
      'trip.cancel': 'done',
    });
    expect(await bench.askedAs(left, 'flight back')).toEqual(['flight.refund']);
  });
});
