import type { RunReading } from '../../bench/plan/measurement.ts';
import { growthOf, keptUp, mostMemoryMb, type Soak, type SoakSample } from '../../bench/plan/soak-growth.ts';
import { allPass, soakVerdicts, verdictsOn } from '../../bench/report/verdicts.ts';

/** A run of which only this is known. */
const run = (of: Partial<RunReading>): RunReading => of as RunReading;
const rates = (...perSecond: number[]): RunReading[] => perSecond.map((rate) => run({ perSecond: rate }));
const named = (verdicts: ReturnType<typeof verdictsOn>, name: string) => verdicts.find((one) => one.name === name);

describe('a ratio of two measurements', () => {
  it('is the median of the ratios of each round, so that a slow minute is on both sides', () => {
    const readings = new Map([
      ['place', rates(100, 200, 900)],
      ['ceiling', rates(200, 500, 1_000)],
    ]);
    expect(named(verdictsOn(readings, 1), 'place_to_ceiling')).toMatchObject({ value: 0.5, atLeast: 0.6, pass: false });
  });

  it('leaves out the rounds that only one of them had', () => {
    const readings = new Map([
      ['place', rates(100, 1, 1)],
      ['ceiling', rates(100)],
    ]);
    expect(named(verdictsOn(readings, 1), 'place_to_ceiling')).toMatchObject({ value: 1, pass: true });
  });

  it('is neither passed nor failed when one of them was not measured', () => {
    const verdict = named(verdictsOn(new Map([['place', rates(100)]]), 1), 'place_to_dbos');
    expect(verdict).toMatchObject({ value: null, pass: null });
  });
});

describe('a run', () => {
  it('passes when a bar was measured and none fails', () => {
    const readings = new Map([
      ['place', rates(100)],
      ['ceiling', rates(100)],
    ]);
    expect(allPass(verdictsOn(readings, 1))).toBe(true);
    expect(allPass(verdictsOn(new Map([...readings, ['dbos', rates(100)]]), 1))).toBe(false);
  });

  it('that has measured no bar has not passed', () => {
    expect(allPass(verdictsOn(new Map([['provider', rates(100)]]), 1))).toBe(false);
  });
});

describe('the latency of an idle system', () => {
  it('may be two commits, one call of the provider and ten milliseconds', () => {
    const readings = new Map([
      ['idle', [run({ p50: 15 })]],
      ['idle.provider', [run({ p50: 1 })]],
    ]);
    expect(named(verdictsOn(readings, 2), 'idle_latency')).toMatchObject({ value: 15, atMost: 15, pass: true });
    expect(named(verdictsOn(readings, 1.9), 'idle_latency')).toMatchObject({ pass: false });
  });
});

describe('a soak', () => {
  const sample = (of: Partial<SoakSample>): SoakSample => ({
    perSecond: 100,
    p99: 1,
    memoryMb: 200,
    workMb: 10,
    deadRows: 0,
    ...of,
  });
  const soak = (samples: readonly SoakSample[]): Soak => ({ samples, rate: 100 }) as Soak;
  const flat = Array.from({ length: 8 }, () => sample({}));

  it('that stays as it is passes', () => {
    expect(soakVerdicts(soak(flat)).map(({ name, pass }) => [name, pass])).toEqual([
      ['soak_rate', true],
      ['soak_memory_growth', true],
      ['soak_table_growth', true],
      ['soak_memory', true],
    ]);
  });

  it('grows by what its last quarter holds more than its second one: the first one is the start', () => {
    const memory = [900, 900, 100, 100, 100, 100, 150, 150].map((memoryMb) => sample({ memoryMb }));
    expect(growthOf(memory, 'memoryMb')).toBe(1.5);
    expect(mostMemoryMb(memory)).toBe(150);
  });

  it('says nothing of the memory where the machine does not tell', () => {
    const untold = Array.from({ length: 8 }, () => ({ ...sample({}), memoryMb: undefined }));
    expect(soakVerdicts(soak(untold)).map(({ name, pass }) => [name, pass])).toEqual([
      ['soak_rate', true],
      ['soak_memory_growth', null],
      ['soak_table_growth', true],
      ['soak_memory', null],
    ]);
  });

  it('that answers less than it was sent fails', () => {
    const late = soak(flat.map((one) => ({ ...one, perSecond: 96 })));
    expect(keptUp(late)).toBe(0.96);
    expect(soakVerdicts(late)[0]).toMatchObject({ name: 'soak_rate', pass: false });
  });
});
