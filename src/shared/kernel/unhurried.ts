import { setTimeout as pause } from 'node:timers/promises';

/** Twice as long as it worked: others have two thirds of the time, which keeps their slowest requests below twice. */
const REST = 2;

/** One piece of work of a task that nobody waits for; the pause behind it belongs to those who are waited for. */
export async function unhurried<Result>(work: () => Promise<Result>): Promise<Result> {
  const begun = performance.now();
  const result = await work();
  await pause(REST * (performance.now() - begun));
  return result;
}
