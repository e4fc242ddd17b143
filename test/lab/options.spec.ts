import { UsageError } from '../../bench/usage-error.ts';
import { readOptions } from '../../lab/options.js';

describe('the options of the lab', () => {
  it('are what was said', () => {
    const args = ['--minutes', '1.5', '--seed', '12', '--instances', '3', '--json', '--out', 'somewhere'];
    expect(readOptions(args)).toEqual({ durationMs: 90_000, seed: 12, instances: 3, json: true, out: 'somewhere' });
  });

  it('have a seed of their own when none was said, another one each time', () => {
    const seeds = new Set(Array.from({ length: 5 }, () => readOptions([]).seed));
    expect(seeds.size).toBeGreaterThan(1);
    expect(readOptions([])).toMatchObject({ durationMs: 120_000, instances: 2, json: false, out: 'artefacts/lab' });
  });

  it.each([
    [['--minutes', '0']],
    [['--minutes', 'soon']],
    [['--minutes', '1441']],
    [['--seed', '-1']],
    [['--seed', '4294967296']],
    [['--instances', '0']],
    [['--fast']],
    [['now']],
  ])('are refused with the usage: %j', (args) => {
    expect(() => readOptions(args)).toThrow(UsageError);
    expect(() => readOptions(args)).toThrow('Usage: npm run lab');
  });

  it('are refused by their name', () => {
    expect(() => readOptions(['--fast'])).toThrow("Unknown option '--fast'. Usage:");
  });
});
