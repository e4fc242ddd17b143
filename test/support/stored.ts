import type { Ledger, Scene } from './scene.js';
import { untilQuiet } from './invariants.js';

/** Everything that is remembered: per table how many rows and a hash over all of them, and the provider's own books. */
export interface Stored {
  readonly tables: Record<string, string>;
  readonly ledger: Ledger;
}

/** Heartbeats are written whether or not anybody asks for anything, counts a moment later than what they count. */
const TABLES = `
  SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
  WHERE schemaname NOT IN ('pg_catalog', 'information_schema', 'public', 'jobs')
    AND tablename NOT IN ('stopped_duplicates', 'stopped_totals')
    AND (schemaname <> 'graphile_worker' OR tablename = '_private_jobs')
  ORDER BY 1`;

/** What is stored once the system is quiet: two of these are equal only when nothing was written in between. */
export async function stored(scene: Scene): Promise<Stored> {
  await untilQuiet(scene);
  const names = (await scene.rows<{ name: string }>(TABLES)).map(({ name }) => name);
  const contents = names.map(
    (name) =>
      `SELECT '${name}' AS name, count(*) || ' ' || md5(coalesce(string_agg(t::text, '' ORDER BY t::text), '')) AS rows FROM ${name} t`,
  );
  const rows = await scene.rows<{ name: string; rows: string }>(contents.join(' UNION ALL '));
  return { tables: Object.fromEntries(rows.map((row) => [row.name, row.rows])), ledger: await scene.ledger() };
}
