import type { Looks } from '../stack/looks.js';

/** Every key once, whoever has heard its answer. */
const PROBLEMS = `
  SELECT body::jsonb ->> 'code' AS code, count(*)::int AS count FROM idempotency.records
  WHERE state = 'decided' AND status >= 400 GROUP BY 1 ORDER BY 2 DESC, 1`;

/** How many keyed requests have ended with which problem code, the most frequent first. */
export async function readProblems(looks: Looks): Promise<Record<string, number>> {
  const rows = await looks.rows<{ code: string | null; count: number }>(PROBLEMS);
  return Object.fromEntries(rows.map(({ code, count }) => [code ?? 'without a code', count]));
}
