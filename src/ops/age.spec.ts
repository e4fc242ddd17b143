import { ageOf, ago, spanOf } from './age.js';

const [S, MIN, H, D] = [1_000, 60_000, 3_600_000, 86_400_000] as const;

describe('a span of time in words', () => {
  it.each([
    [-5, '0 s'],
    [999, '0 s'],
    [S, '1 s'],
    [119 * S, '119 s'],
    [2 * MIN, '2 min'],
    [119 * MIN, '119 min'],
    [2 * H, '2 h'],
    [47 * H, '47 h'],
    [2 * D, '2 d'],
    [400 * D, '400 d'],
  ])('of %d ms is %s', (ms, words) => {
    expect(spanOf(ms)).toBe(words);
  });

  it('is told from a moment, before it and after it', () => {
    const moment = '2026-03-14T09:26:53.589Z';
    const at = Date.parse(moment);
    expect(ageOf(moment, at + 3 * H)).toBe('3 h');
    expect(ago(moment, at + 3 * H)).toBe('3 h ago');
    expect(ago(moment, at - 5 * MIN)).toBe('in 5 min');
    expect(ago(moment, at + 999)).toBe('now');
  });
});
