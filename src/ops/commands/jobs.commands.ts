import { ageOf } from '../age.js';
import { list } from '../list.js';

interface Job {
  readonly id: string;
  readonly name: string;
  readonly key?: string;
  readonly failures: number;
  readonly crashes: number;
  readonly error?: string;
  readonly waitingBehind: number;
  readonly since: string;
}

export const jobs = list<Job>({
  does: 'list dead letters, or with --state jobs',
  path: 'jobs',
  filters: {
    state: ['state', '<dead, quarantined, failing, running, waiting>'],
    group: ['group', '<group of an error>'],
  },
  columns: (now) => [
    { title: 'JOB', of: ({ id }) => id },
    { title: 'AGE', of: ({ since }) => ageOf(since, now) },
    { title: 'FAILED', of: ({ failures, crashes }) => failures + crashes },
    { title: 'BEHIND', of: ({ waitingBehind }) => waitingBehind },
    { title: 'NAME', of: ({ name }) => name, mayBeCut: true },
  ],
  note: ({ error, key }) => error ?? key,
  none: 'No such job.',
});

/** One error, and the dead letters that it has made. */
export interface ErrorGroup {
  readonly group: string;
  readonly consumer: string;
  readonly error?: string;
  readonly count: number;
  readonly waitingBehind: number;
  readonly oldest: string;
}

export const errors = list<ErrorGroup>({
  does: 'list dead letters by their error',
  path: 'jobs/errors',
  columns: (now) => [
    { title: 'GROUP', of: ({ group }) => group },
    { title: 'DEAD', of: ({ count }) => count },
    { title: 'BEHIND', of: ({ waitingBehind }) => waitingBehind },
    { title: 'OLDEST', of: ({ oldest }) => ageOf(oldest, now) },
    { title: 'CONSUMER', of: ({ consumer }) => consumer },
  ],
  note: ({ error }) => error,
  none: 'No dead letters.',
  isWhole: true,
});
