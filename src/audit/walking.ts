import type { Findings } from './findings.js';
import type { Moments } from './moment.js';
import type { Violation, Walk } from './rule.js';

/** Rows that are looked at in one moment: some milliseconds of reading. */
const CHUNK = 500;

const FIRST = { uuid: '00000000-0000-0000-0000-000000000000', bigint: '0' } as const;

/** Walks one table and applies its rules to every chunk of it; all rules of a chunk see the same moment. */
export async function walkTable(moments: Moments, walk: Walk, graceMs: number, findings: Findings): Promise<void> {
  if (!walk.key) return whole(moments, walk, graceMs, findings);
  const { column, type } = walk.key;
  for (let after: string = FIRST[type], more = true; more;) {
    const [rows, last] = await moments.at(async (ask) => {
      const [end] = await ask<{ upto: string | null; rows: number }>(
        `SELECT (array_agg(${column} ORDER BY ${column} DESC))[1]::text AS upto, count(*)::int AS rows FROM
           (SELECT ${column} FROM ${walk.table} WHERE ${column} > $1::${type} ORDER BY ${column} LIMIT ${CHUNK}) AS ahead`,
        [after],
      );
      const { upto, rows: count } = end!;
      if (upto === null) return [0, after] as const;
      for (const rule of walk.rules) {
        const found = await ask<Omit<Violation, 'rule'>>(
          `WITH chunk AS MATERIALIZED
             (SELECT * FROM ${walk.table} WHERE ${column} > $1::${type} AND ${column} <= $2::${type}),
           settled AS (SELECT now() - $3::bigint * interval '1 millisecond' AS at) ${rule.sql}`,
          [after, upto, graceMs],
        );
        findings.add(rule, found);
      }
      return [count, upto] as const;
    });
    findings.checked(walk.table, rows);
    after = last;
    more = rows >= CHUNK;
  }
  findings.finish(walk.table);
}

async function whole(moments: Moments, walk: Walk, graceMs: number, findings: Findings): Promise<void> {
  await moments.at(async (ask) => {
    const [total] = await ask<{ rows: number }>(`SELECT count(*)::int AS rows FROM ${walk.table}`);
    for (const rule of walk.rules) {
      const found = await ask<Omit<Violation, 'rule'>>(
        `WITH settled AS (SELECT now() - $1::bigint * interval '1 millisecond' AS at) ${rule.sql}`,
        [graceMs],
      );
      findings.add(rule, found);
    }
    findings.checked(walk.table, total!.rows);
  });
}
