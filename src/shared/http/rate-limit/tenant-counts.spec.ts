import type { RateWindow } from './rate-windows.store.js';
import { TenantCounts } from './tenant-counts.js';
import { jest } from '@jest/globals';

const LIMIT = 5;
const MINUTE_MS = 60_000;

interface Asked {
  readonly tenant: string;
  readonly requests: number;
  answer(window: RateWindow): void;
  fail(error: Error): void;
}

/** A store that answers when the test says so. */
function slowStore() {
  const asked: Asked[] = [];
  const counts = new TenantCounts((tenant, requests) => {
    const { promise, resolve, reject } = Promise.withResolvers<RateWindow>();
    asked.push({ tenant, requests, answer: resolve, fail: reject });
    return promise;
  }, LIMIT);
  const come = (tenant: string): Promise<number> =>
    new Promise((resolve, reject) => {
      counts.incr(tenant, (error, result) => (error ? reject(error) : resolve(result!.current)));
    });
  return { asked, come };
}

afterEach(() => void jest.restoreAllMocks());

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('requests of one tenant', () => {
  it('that come while the store is asked share its next statement, each with a number of its own', async () => {
    const { asked, come } = slowStore();
    const first = come('a');
    const crowd = [come('a'), come('a'), come('a')];
    expect(asked.map(({ requests }) => requests)).toEqual([1]);
    asked[0]!.answer({ used: 1, msLeft: MINUTE_MS });
    expect(await first).toBe(1);
    await turn();
    expect(asked.map(({ requests }) => requests)).toEqual([1, 3]);
    asked[1]!.answer({ used: 4, msLeft: MINUTE_MS });
    expect(await Promise.all(crowd)).toEqual([2, 3, 4]);
  });

  it('are numbered behind those that other instances have counted', async () => {
    const { asked, come } = slowStore();
    const one = come('a');
    asked[0]!.answer({ used: 4, msLeft: MINUTE_MS });
    expect(await one).toBe(4);
  });

  it('are refused without asking once the window is used up, and asked about again when it is over', async () => {
    const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
    const { asked, come } = slowStore();
    const last = come('a');
    asked[0]!.answer({ used: LIMIT, msLeft: MINUTE_MS });
    expect(await last).toBe(LIMIT);
    clock.mockReturnValue(MINUTE_MS - 1);
    expect(await come('a')).toBe(LIMIT + 1);
    expect(asked).toHaveLength(1);

    clock.mockReturnValue(MINUTE_MS);
    const anew = come('a');
    expect(asked).toHaveLength(2);
    asked[1]!.answer({ used: 1, msLeft: MINUTE_MS });
    expect(await anew).toBe(1);
  });

  it('are all told when the store fails, and the next one asks it again', async () => {
    const { asked, come } = slowStore();
    const first = come('a');
    const others = [come('a'), come('a')];
    asked[0]!.fail(new Error('away'));
    await expect(first).rejects.toThrow('away');
    await turn();
    asked[1]!.fail(new Error('still away'));
    for (const other of others) await expect(other).rejects.toThrow('still away');
    const later = come('a');
    asked[2]!.answer({ used: 1, msLeft: MINUTE_MS });
    expect(await later).toBe(1);
  });
});

describe('a burst of one tenant', () => {
  it('has one statement under way, so that another tenant is counted at once', async () => {
    const { asked, come } = slowStore();
    const burst = Promise.all(Array.from({ length: 500 }, () => come('noisy')));
    const other = come('quiet');
    expect(asked.map(({ tenant, requests }) => [tenant, requests])).toEqual([
      ['noisy', 1],
      ['quiet', 1],
    ]);
    asked[1]!.answer({ used: 1, msLeft: MINUTE_MS });
    expect(await other).toBe(1);

    asked[0]!.answer({ used: 1, msLeft: MINUTE_MS });
    await turn();
    asked[2]!.answer({ used: 500, msLeft: MINUTE_MS });
    expect((await burst).filter((current) => current <= LIMIT)).toHaveLength(LIMIT);
  });
});
