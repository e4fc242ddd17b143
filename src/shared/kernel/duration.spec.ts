import { parseDuration } from './duration.js';

describe('a duration', () => {
  it.each([
    ['500ms', 500],
    ['30s', 30_000],
    ['15m', 900_000],
    ['24h', 86_400_000],
    ['7d', 604_800_000],
    ['0s', 0],
  ])('%s is %i ms', (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds);
  });

  it.each(['', '30', '1.5h', '-1s', '1 s', '1S', '1w', 's', '1s1s', '9999999999s'])(
    'is never guessed from "%s"',
    (text) => {
      expect(() => parseDuration(text)).toThrow(RangeError);
    },
  );
});
