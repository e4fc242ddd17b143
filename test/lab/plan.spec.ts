import { Chance } from '../../lab/plan/chance.js';
import { FAULT_KINDS } from '../../lab/plan/fault-kinds.js';
import { plannedFaults, victimAt } from '../../lab/plan/planned-faults.js';
import { wishesOf } from '../../lab/plan/wishes.js';

const TEN_MINUTES = { seed: 7, durationMs: 600_000, instances: 2 };

const wishes = (seed: number, client: number) => {
  const wishing = wishesOf(seed, client);
  return Array.from({ length: 200 }, () => wishing.next().value);
};

describe('the plan of a run', () => {
  it('is the same for the same seed, and another one for another', () => {
    expect(plannedFaults(TEN_MINUTES)).toEqual(plannedFaults(TEN_MINUTES));
    expect(plannedFaults({ ...TEN_MINUTES, seed: 8 })).not.toEqual(plannedFaults(TEN_MINUTES));
  });

  it('has more than two hundred faults a minute, in the order of their times, none after the end', () => {
    const plan = plannedFaults(TEN_MINUTES);
    expect(plan.length).toBeGreaterThan(10 * 200);
    expect(plan).toEqual(plan.toSorted((a, b) => a.at - b.at));
    expect(plan.every(({ at }) => at >= 0 && at < TEN_MINUTES.durationMs)).toBe(true);
  });

  it.each([5_000, 90_000, 600_000])('has every kind of fault, however short it is: %i ms', (durationMs) => {
    const kinds = new Set(plannedFaults({ ...TEN_MINUTES, durationMs }).map(({ kind }) => kind));
    expect([...kinds].toSorted()).toEqual([...FAULT_KINDS].toSorted());
  });

  it('kills one instance at a time for a while, and each of them in the end', () => {
    const kills = plannedFaults(TEN_MINUTES).filter(({ kind }) => kind === 'killed');
    expect(kills.every(({ at, instance }) => instance === victimAt(at, TEN_MINUTES))).toBe(true);
    expect(new Set(kills.map(({ instance }) => instance))).toEqual(new Set([0, 1]));
  });
});

describe('what clients want', () => {
  it('is the same for the same seed and client, and of another luck for any other', () => {
    expect(wishes(7, 0)).toEqual(wishes(7, 0));
    expect(wishes(7, 1)).not.toEqual(wishes(7, 0));
    expect(wishes(8, 0)).not.toEqual(wishes(7, 0));
  });
});

describe('luck', () => {
  it('keeps within its bounds and reaches both of them', () => {
    const chance = new Chance(1, 'dice');
    const thrown = new Set(Array.from({ length: 300 }, () => chance.between(1, 6)));
    expect([...thrown].toSorted()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('gives a name as often as its weight says', () => {
    const chance = new Chance(1, 'urn');
    const drawn = Array.from({ length: 1_000 }, () => chance.weighted({ white: 90, black: 10, never: 0 }));
    const black = drawn.filter((name) => name === 'black').length;
    expect(black).toBeGreaterThan(60);
    expect(black).toBeLessThan(140);
    expect(drawn).not.toContain('never');
  });
});
