import { MemoryWatch } from '../../lab/readings/memory.js';

/** One that was started that many seconds ago, as far as anybody says. */
function aged() {
  const life = { instance: 0, pid: 1, from: performance.now() };
  const instance = { pid: 1, lives: [life] };
  return { instance, at: (seconds: number) => (life.from = performance.now() - seconds * 1_000) };
}

describe('the memory of a process', () => {
  it('is weighed from its second minute on, until it is enough', () => {
    const { instance, at } = aged();
    let mb = 100;
    const memory = new MemoryWatch([instance], () => mb);
    for (const seconds of [10, 70, 190]) {
      at(seconds);
      memory.look();
      mb += 10;
    }
    const [before] = memory.lives;
    expect(before).toMatchObject({ fromMb: 110, toMb: 120 });
    expect(before!.mbPerMinute).toBeCloseTo(5, 1);
    mb = 0;
    memory.enough();
    at(600);
    memory.look();
    expect(memory.lives).toEqual([before]);
  });

  it('is told as the most that any has held, also of lives that are too short for a slope', () => {
    const { instance, at } = aged();
    const weights = [100, 140, 120];
    const memory = new MemoryWatch([instance], () => weights.shift());
    expect(memory.mostMb).toBeUndefined();
    for (const seconds of [1, 2, 3, 4]) {
      at(seconds);
      memory.look();
    }
    expect(memory.lives).toEqual([]);
    expect(memory.mostMb).toBe(140);
  });
});
