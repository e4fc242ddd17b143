import { recent } from './recent.js';
import { jest } from '@jest/globals';

describe('a question that is asked once in a while', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const counting = (): { asked: number; ask: () => Promise<number> } => {
    const counter = { asked: 0, ask: async () => ++counter.asked };
    return counter;
  };

  it('is not asked again while its answer is fresh, and is when it is not', async () => {
    const counter = counting();
    const read = recent(counter.ask, { forMs: 1_000, patienceMs: 100 });
    expect([await read(), await read()]).toEqual([1, 1]);
    jest.advanceTimersByTime(999);
    expect(await read()).toBe(1);
    jest.advanceTimersByTime(1);
    expect(await read()).toBe(2);
  });

  it('is asked once for all who want it at the same time', async () => {
    const counter = counting();
    const read = recent(counter.ask, { forMs: 1_000, patienceMs: 100 });
    expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1]);
  });

  it('has no answer while asking fails, and is not asked in a hurry', async () => {
    let asked = 0;
    const read = recent(
      () => {
        asked++;
        return Promise.reject(new Error('away'));
      },
      { forMs: 1_000, patienceMs: 100 },
    );
    expect([await read(), await read()]).toEqual([undefined, undefined]);
    expect(asked).toBe(1);
  });

  it('has no answer when that takes too long, shows no old one meanwhile, and is not asked a second time', async () => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const answers = [Promise.resolve(1), promise];
    let asked = 0;
    const read = recent(() => answers[asked++]!, { forMs: 1_000, patienceMs: 100 });
    expect(await read()).toBe(1);
    jest.advanceTimersByTime(1_000);
    const waiting = [read(), read()];
    jest.advanceTimersByTime(100);
    expect(await Promise.all(waiting)).toEqual([undefined, undefined]);
    expect(asked).toBe(2);
    resolve(2);
    await promise;
    expect(await read()).toBe(2);
    expect(asked).toBe(2);
  });
});
