import { appliedPreferences, readPreferences } from './prefer.js';

const prefer = (...values: string[]) => readPreferences(values.flatMap((value) => ['Prefer', value]));
const nothing = { respondAsync: false };

describe('what a caller prefers', () => {
  it.each([
    [['wait=5'], { waitMs: 5000, respondAsync: false, waitSeconds: 5 }],
    [['Wait = "30"'], { waitMs: 30_000, respondAsync: false, waitSeconds: 30 }],
    [['wait=0'], { waitMs: 0, respondAsync: false, waitSeconds: 0 }],
    [['respond-async'], { waitMs: 0, respondAsync: true }],
    [['Respond-Async; foo="a, b"'], { waitMs: 0, respondAsync: true }],
    [['respond-async, wait=10'], { waitMs: 10_000, respondAsync: true, waitSeconds: 10 }],
    [['wait=10', 'respond-async'], { waitMs: 10_000, respondAsync: true, waitSeconds: 10 }],
    [['return=minimal, foo="wait=3, respond-async", wait=2'], { waitMs: 2000, respondAsync: false, waitSeconds: 2 }],
    [['wait=3, wait=7'], { waitMs: 3000, respondAsync: false, waitSeconds: 3 }],
    [['wait=3', 'wait=7'], { waitMs: 3000, respondAsync: false, waitSeconds: 3 }],
  ])('%j is honoured', (values, preferences) => {
    expect(prefer(...values)).toEqual(preferences);
  });

  it.each([
    '',
    ',',
    ' , ;',
    'wait',
    'wait=',
    'wait=31',
    'wait=-1',
    'wait=1.5',
    'wait=1e1',
    'wait=99999999999999999999',
  ])('is ignored when it makes no sense: %s', (value) => {
    expect(prefer(value)).toEqual(nothing);
  });

  it.each(['handling=strict', 'respond-async=1', 'x"wait=3', 'waiting=3', '\u0000wait=3'])(
    'is ignored when it is not one of ours: %s',
    (value) => {
      expect(prefer(value)).toEqual(nothing);
    },
  );

  it('is nothing without the header', () => {
    expect(prefer()).toEqual(nothing);
  });
});

describe('what was done of it, for a request that was not decided when it came', () => {
  it.each([
    [['wait=5'], 202, 'wait=5'],
    [['wait=5'], 201, 'wait=5'],
    [['respond-async'], 202, 'respond-async'],
    [['respond-async'], 201, undefined],
    [['respond-async, wait=10'], 202, 'respond-async, wait=10'],
    [['respond-async, wait=10'], 402, 'wait=10'],
    [['wait=31'], 202, undefined],
  ])('%j, answered %i', (values, status, applied) => {
    expect(appliedPreferences(prefer(...values), status)).toBe(applied);
  });
});

describe('danger: a hostile header keeps the process busy', () => {
  const long = 500_000;
  it.each([
    ['white space', ' '.repeat(long)],
    ['white space before a quote', `wait${' '.repeat(long)}"`],
    ['parameters', 'wait;'.repeat(long)],
    ['escaped quotes', '"\\'.repeat(long)],
    ['commas', ','.repeat(long)],
  ])('a megabyte of %s is read in one pass', (_, value) => {
    const started = performance.now();
    expect(prefer(value)).toEqual(nothing);
    // One pass takes some ten milliseconds, a quadratic one many minutes: the bound only has to lie between.
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
