import { fromNow, spanOf } from '../../src/console/page/words/time.js';

describe('a length of time', () => {
  it.each([
    [0, 'less than a second'],
    [1_000, '1 second'],
    [59_999, '59 seconds'],
    [60_000, '1 minute'],
    [7_200_000, '2 hours'],
    [90_000_000, '1 day'],
  ])('of %d ms is told in its largest unit', (ms, told) => {
    expect(spanOf(ms)).toBe(told);
  });
});

describe('a moment', () => {
  const now = Date.parse('2026-03-14T09:26:53.000Z');

  it.each([
    ['2026-03-14T09:26:53.400Z', 'now'],
    ['2026-03-14T09:23:50.000Z', '3 minutes ago'],
    ['2026-03-14T09:27:03.000Z', 'in 10 seconds'],
  ])('%s is told as seen from now', (at, told) => {
    expect(fromNow(at, now)).toBe(told);
  });
});
