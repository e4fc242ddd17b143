import { Entrance } from './entrance.js';
import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';

describe('the entrance', () => {
  it('lets in at once who comes alone', () => {
    let isIn = false;
    new Entrance().pass(() => (isIn = true));
    expect(isIn).toBe(true);
  });

  it('lets a crowd in four by four, first come, first served, and whoever comes meanwhile behind it', async () => {
    const entrance = new Entrance();
    const letIn: number[] = [];
    for (let n = 1; n <= 9; n++) entrance.pass(() => void letIn.push(n));
    expect(letIn).toEqual([1, 2, 3, 4]);
    await nextTurn();
    entrance.pass(() => void letIn.push(10));
    expect(letIn).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    await nextTurn();
    expect(letIn).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('is free again when the crowd is gone', async () => {
    const entrance = new Entrance();
    for (let n = 0; n < 6; n++) entrance.pass(() => undefined);
    for (let turn = 0; turn < 4; turn++) await nextTurn();
    let isIn = false;
    entrance.pass(() => (isIn = true));
    expect(isIn).toBe(true);
  });

  it('leaves each request its own async context', async () => {
    const entrance = new Entrance();
    const storage = new AsyncLocalStorage<number>();
    const seen: (number | undefined)[] = [];
    for (let n = 0; n < 6; n++) storage.run(n, () => entrance.pass(() => void seen.push(storage.getStore())));
    for (let turn = 0; turn < 2; turn++) await nextTurn();
    expect(seen).toEqual([0, 1, 2, 3, 4, 5]);
  });
});
