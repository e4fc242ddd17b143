import { median } from '../plan/median.ts';
import type { DatabaseServer } from '../stack/database-server.ts';

/** Enough for a median that does not move by more than a tenth. */
const COMMITS = 200;

/** Milliseconds that one small durable commit takes while nothing else happens: the median of many, one after the other. */
export async function commitTime({ admin }: DatabaseServer): Promise<number> {
  await admin.query('CREATE TABLE IF NOT EXISTS commit_probe (id bigint GENERATED ALWAYS AS IDENTITY, at timestamptz)');
  const taken: number[] = [];
  for (let commit = 0; commit < COMMITS; commit++) {
    const since = performance.now();
    await admin.query('INSERT INTO commit_probe (at) VALUES (now())');
    taken.push(performance.now() - since);
  }
  return median(taken)!;
}
