import { leave, LEFT_TRIPS } from './left-trips.js';
import { TripBench, type Trip } from './trip-bench.js';
import { ADDED, PREVIOUS, RENAMED } from './trip-versions.js';
import { HotelBooked, type TripPlanned } from './trips.js';
import { end } from '../support/embedded-process.js';
import { spawnSource } from '../support/source-process.js';
import { until } from '../support/until.js';
import { UnitOfWork } from '#shared/database/unit-of-work/unit-of-work.js';
import { ServiceUnavailable } from '#shared/http/service-unavailable.js';
import { SagaDeadlines } from '#shared/saga/saga-deadlines.js';
import type { INestApplicationContext } from '@nestjs/common';
import { EventBus } from '@nestjs/cqrs';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

let bench: TripBench;
let old: INestApplicationContext;
let now: INestApplicationContext;
beforeAll(async () => {
  bench = await TripBench.open();
  old = await bench.idle(PREVIOUS);
  now = await bench.idle(ADDED);
});
afterAll(() => bench.close());

/** A trip whose new step is done and whose next one, known to both versions, is under way. */
async function insured(answers: TripPlanned['answers'] = {}): Promise<Trip> {
  const trip = await bench.plan(now, answers);
  await bench.work(now, trip);
  await bench.work(now, trip);
  return trip;
}

async function finish(process: INestApplicationContext, trip: Trip): Promise<void> {
  while ((await bench.jobsOf(trip)).length > 0) await bench.work(process, trip);
}

describe('danger: an old process turns a saga back and knows no undo of its new step', () => {
  it('that the refusal waits for a process that knows it, and everything goes back once', async () => {
    const trip = await insured({ hotel: 'refused' });
    const before = await bench.markersOf(trip);
    await bench.work(old, trip);
    expect(await bench.markersOf(trip)).toEqual(before);
    expect(await bench.jobsOf(trip)).toMatchObject([{ key: `${trip.sagaId}:hotel.book:1`, payload: { failures: 1 } }]);
    await finish(now, trip);
    expect(await bench.statusOf(trip)).toBe('compensated');
    expect(await bench.effectsOf(trip)).toEqual(['called off', 'flight', 'flight back', 'insurance', 'insurance back']);
  });

  it('that whoever does not want it any more is told to come again, and nothing is noted', async () => {
    const trip = await insured();
    await expect(bench.stop(old, trip)).rejects.toThrow(ServiceUnavailable);
    expect(await bench.rows('SELECT stop FROM saga.sagas WHERE id = $1', [trip.sagaId])).toEqual([{ stop: null }]);
    await bench.stop(now, trip);
    await finish(now, trip);
    expect(await bench.effectsOf(trip)).toContain('insurance back');
  });

  it('that its deadline is left to the new one, and hides no other from the old one', async () => {
    const trip = await insured();
    const common = await bench.plan(old);
    await bench.rows(`UPDATE saga.sagas SET created_at = created_at - interval '1 day' WHERE id = ANY($1::uuid[])`, [
      [trip.sagaId, common.sagaId],
    ]);
    const late = async (process: INestApplicationContext): Promise<string[]> =>
      (await process.get(SagaDeadlines).find()).map(({ correlationId }) => correlationId);
    expect(await late(old)).toEqual([common.id]);
    expect(await late(now)).toEqual([trip.id, common.id]);
    await finish(now, trip);
    await finish(now, common);
  });
});

describe('danger: an old process carries on a saga that is not its own any more', () => {
  it('that it completes none without its new last step', async () => {
    const trip = await insured();
    await bench.work(now, trip);
    await bench.work(old, trip);
    expect(await bench.statusOf(trip)).toBe('running');
    await finish(now, trip);
    expect(await bench.effectsOf(trip)).toEqual(['flight', 'hotel', 'insurance', 'tickets', 'visa']);
  });

  it('that it may carry on one that has only passed a new step over', async () => {
    const trip = await leave(bench, old, LEFT_TRIPS['at its second step']!);
    await bench.work(now, trip);
    expect(await bench.markersOf(trip)).toMatchObject({ 'insurance.buy': 'skipped', 'visa.stamp': 'pending' });
    await bench.work(old, trip);
    expect(await bench.statusOf(trip)).toBe('completed');
  });

  it('that a step with a new name is not taken for one that is still to be begun', async () => {
    const renamed = await bench.idle(RENAMED);
    const trip = await bench.plan(renamed);
    await bench.work(renamed, trip);
    await expect(bench.work(old, trip)).rejects.toThrow('trip.book-room is not known here');
    const told = old.get(UnitOfWork).run(async () => old.get(EventBus).publish(new HotelBooked(trip.id)));
    await expect(told).rejects.toThrow(ServiceUnavailable);
    await finish(renamed, trip);
    expect(await bench.effectsOf(trip)).toEqual(['flight', 'hotel', 'visa']);
    expect(await bench.askedAs(trip, 'hotel')).toEqual(['room.book']);
  });
});

describe.each([ADDED, RENAMED])(
  'danger: the old version is killed while it works beside one with steps $name',
  (version) => {
    let own: TripBench;
    let previous: ChildProcess;
    beforeAll(async () => {
      own = await TripBench.open();
      previous = spawnSource('../upgrade/previous-trips.main.ts', [own.database.url], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(previous.stdout!, 'data');
    });
    afterAll(async () => {
      await end(previous, 'SIGKILL');
      await own.close();
    });

    it('that every saga of both ends, and everything has happened once', async () => {
      const [elder, younger] = [await own.idle(PREVIOUS), await own.idle(version)];
      const answers: TripPlanned['answers'][] = [{}, { hotel: 'refused' }, { hotel: 'unknown' }, { flight: 'unknown' }];
      const begin = (count: number): Promise<Trip[]> =>
        Promise.all(Array.from({ length: count }, (_, n) => own.plan(n % 2 ? elder : younger, answers[(n >> 1) % 4])));
      const trips = await begin(8);
      await until('the old version has done something', async () => {
        return (await own.rows(`SELECT 1 FROM public.world WHERE by = 'previous'`)).length > 0;
      });
      await own.worker(version);
      trips.push(...(await begin(16)));
      await end(previous, 'SIGKILL');
      await own.untilOver(trips, 30_000);

      const twice = await own.rows('SELECT trip, what FROM public.world GROUP BY trip, what HAVING count(*) > 1');
      expect(twice).toEqual([]);
      for (const trip of trips) {
        const effects = await own.effectsOf(trip);
        const back = effects.filter((what) => what.endsWith(' back')).map((what) => what.replace(' back', ''));
        const there = effects.filter((what) => ['flight', 'hotel', 'insurance'].includes(what));
        const isOff = (await own.statusOf(trip)) === 'compensated';
        expect({ trip, back }).toEqual({ trip, back: isOff ? there : [] });
        expect(effects.includes(isOff ? 'called off' : 'visa')).toBe(true);
      }
    });
  },
);
