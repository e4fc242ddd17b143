import type { Trip, TripBench } from './trip-bench.js';
import type { TripPlanned, What } from './trips.js';
import type { INestApplicationContext } from '@nestjs/common';

/** Where the previous version stopped working, and what has to come of it. */
export interface LeftTrip {
  readonly answers?: TripPlanned['answers'];
  /** Jobs that it did. */
  readonly jobs: number;
  /** Jobs after which somebody did not want the trip any more. */
  readonly stoppedAfter?: number;
  /** Markers that are open then. */
  readonly open: Readonly<Record<string, 'pending' | 'unknown'>>;
  readonly ends: 'completed' | 'compensated';
  /** What has happened in the end, as the previous version would have done it, in alphabetical order. */
  readonly effects: readonly What[];
  /** What a version with more steps does besides. */
  readonly added: readonly What[];
}

const ALL: readonly What[] = ['flight', 'hotel', 'visa'];
const NOTHING_LEFT: readonly What[] = ['called off', 'flight', 'flight back'];
const BOTH_BACK: readonly What[] = ['called off', 'flight', 'flight back', 'hotel', 'hotel back'];
const INSURED: readonly What[] = ['insurance', 'insurance back'];

/** Every marker that the previous version can leave open, each in every state it can be in. */
export const LEFT_TRIPS: Readonly<Record<string, LeftTrip>> = {
  'at its first step': {
    jobs: 0,
    open: { 'flight.book': 'pending' },
    ends: 'completed',
    effects: ALL,
    added: ['insurance', 'tickets'],
  },
  'in doubt about its first step': {
    answers: { flight: 'unknown' },
    jobs: 1,
    open: { 'flight.book': 'unknown' },
    ends: 'completed',
    effects: ALL,
    added: ['insurance', 'tickets'],
  },
  'at its second step': {
    jobs: 1,
    open: { 'hotel.book': 'pending' },
    ends: 'completed',
    effects: ALL,
    added: ['tickets'],
  },
  'at its second step, which will be refused': {
    answers: { hotel: 'refused' },
    jobs: 1,
    open: { 'hotel.book': 'pending' },
    ends: 'compensated',
    effects: NOTHING_LEFT,
    added: [],
  },
  'at its first step, with a second that will be refused': {
    answers: { hotel: 'refused' },
    jobs: 0,
    open: { 'flight.book': 'pending' },
    ends: 'compensated',
    effects: NOTHING_LEFT,
    added: INSURED,
  },
  'in doubt about its second step': {
    answers: { hotel: 'unknown' },
    jobs: 2,
    open: { 'hotel.book': 'unknown' },
    ends: 'completed',
    effects: ALL,
    added: ['tickets'],
  },
  'in doubt about its second step, and not wanted any more': {
    answers: { hotel: 'unknown' },
    jobs: 2,
    stoppedAfter: 2,
    open: { 'hotel.book': 'unknown' },
    ends: 'compensated',
    effects: BOTH_BACK,
    added: [],
  },
  'at its last step': {
    jobs: 2,
    open: { 'visa.stamp': 'pending' },
    ends: 'completed',
    effects: ALL,
    added: ['tickets'],
  },
  'at both undos': {
    answers: { hotel: 'unknown' },
    jobs: 3,
    stoppedAfter: 2,
    open: { 'hotel.return': 'pending', 'flight.return': 'pending' },
    ends: 'compensated',
    effects: BOTH_BACK,
    added: [],
  },
  'at one of two undos': {
    answers: { hotel: 'unknown' },
    jobs: 4,
    stoppedAfter: 2,
    open: { 'hotel.return': 'pending' },
    ends: 'compensated',
    effects: BOTH_BACK,
    added: [],
  },
  'at its last word': {
    answers: { hotel: 'refused' },
    jobs: 3,
    open: { 'trip.call-off': 'pending' },
    ends: 'compensated',
    effects: NOTHING_LEFT,
    added: [],
  },
  'at its last word, with nothing to undo': {
    answers: { flight: 'refused' },
    jobs: 1,
    open: { 'trip.call-off': 'pending' },
    ends: 'compensated',
    effects: ['called off'],
    added: [],
  },
  completed: { jobs: 3, open: {}, ends: 'completed', effects: ALL, added: [] },
  undone: {
    answers: { hotel: 'refused' },
    jobs: 4,
    open: {},
    ends: 'compensated',
    effects: NOTHING_LEFT,
    added: [],
  },
};

/** Has a process of the previous version begin a trip and stop working at it there. */
export async function leave(bench: TripBench, process: INestApplicationContext, left: LeftTrip): Promise<Trip> {
  const trip = await bench.plan(process, left.answers);
  for (let done = 0; done < left.jobs; done++) {
    if (left.stoppedAfter === done) await bench.stop(process, trip);
    await bench.work(process, trip);
  }
  if (left.stoppedAfter === left.jobs) await bench.stop(process, trip);
  return trip;
}
