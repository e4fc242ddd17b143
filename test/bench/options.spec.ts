import { readOptions } from '../../bench/options.ts';
import { MEASUREMENTS, named, ofRound, usual } from '../../bench/plan/measurements.ts';
import { UsageError } from '../../bench/usage-error.ts';

const names = (measurements: readonly { readonly name: string }[]): string[] => measurements.map(({ name }) => name);

describe('the options of the bench', () => {
  it('are three rounds of ten seconds by 32 clients, two short ones in a quick run', () => {
    expect(readOptions([])).toMatchObject({ rounds: 3, windowMs: 10_000, clients: 32, quick: false, only: [] });
    expect(readOptions(['--quick'])).toMatchObject({ rounds: 2, windowMs: 2_000, quick: true });
  });

  it('are what was said', () => {
    const said = ['--growth', '--json', '--rounds', '2', '--seconds', '4', '--clients', '8', '--out', 'somewhere'];
    expect(readOptions(said)).toMatchObject({ growth: true, json: true, rounds: 2, windowMs: 4_000, clients: 8 });
    expect(readOptions(['--soak', '20'])).toMatchObject({ soak: 20 });
  });

  it.each([
    ['--rounds', '0'],
    ['--clients', 'many'],
    ['--soak', '-1'],
    ['--soak', '1.5'],
    ['--quick', '--growth'],
    ['--growth', '--soak', '20'],
    ['--soak', '20', '--only', 'hot'],
    ['--out', 'docs/performance', '--only', 'hot'],
  ])('are refused where they say nothing: %s %s %s %s', (...args) => {
    expect(() => readOptions(args.filter((one) => one !== undefined))).toThrow(UsageError);
  });

  it('are refused by their name, with the usage', () => {
    expect(() => readOptions(['--fast'])).toThrow("Unknown option '--fast'. Usage: npm run bench");
    expect(() => readOptions(['now'])).toThrow("Unexpected argument 'now'. Usage: npm run bench");
  });
});

describe('what is measured', () => {
  it('is found by its name, with its companions', () => {
    expect(names(named(['replay', 'hot']))).toEqual(['replay', 'replay.lookup', 'replay.restate', 'hot']);
  });

  it('is listed where a name says nothing', () => {
    expect(() => named(['hott'])).toThrow(UsageError);
    expect(() => named(['hott'])).toThrow('There is no measurement "hott": place, ceiling, naive');
  });

  it('has one stable name each', () => {
    expect(new Set(names(MEASUREMENTS)).size).toBe(MEASUREMENTS.length);
  });

  it('leaves the million stored keys to the long run, and all that grows to the run that asks for it', () => {
    expect(names(usual({ quick: true, growth: false }))).not.toContain('keys.1m');
    expect(names(usual({ quick: false, growth: false }))).toContain('keys.1m');
    expect(names(usual({ quick: false, growth: false }))).not.toContain('clients.512');
    expect(names(usual({ quick: false, growth: true }))).toEqual(
      expect.arrayContaining(['place', 'keys.1m', 'keys.5m', 'clients.512', 'processes.2', 'purge']),
    );
  });

  it('is measured again in every round, but for what uses up what was made for it and what a quick run shows beside', () => {
    const growth = usual({ quick: false, growth: true });
    expect(names(ofRound(growth, 2, { quick: false }))).not.toContain('purge');
    const quick = usual({ quick: true, growth: false });
    expect(names(ofRound(quick, 1, { quick: true }))).toContain('mixed');
    expect(names(ofRound(quick, 2, { quick: true }))).not.toContain('mixed');
    expect(names(ofRound(quick, 2, { quick: true }))).toContain('restate');
  });
});
