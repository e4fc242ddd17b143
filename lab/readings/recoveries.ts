import type { Looks } from '../stack/looks.js';
import { type RecoverySummary, RecoveryTimes } from '../../test/support/recovery-times.js';

/** How long keyed requests that were undecided at a kill stayed so, in milliseconds. */
export interface Recoveries extends RecoverySummary {
  readonly kills: number;
  readonly undecided: number;
  /** Left out: they waited to look at the provider again, which has kept from us what became of a payment. */
  readonly inDoubt: number;
  /** Requests that were undecided at a kill and still are, each once: nothing can be said of how long. */
  readonly neverDecided: number;
  /** The requests of `undecided` that took longest, each once, the longest first. */
  readonly slowest: readonly SlowRecovery[];
}

export interface SlowRecovery {
  /** What was asked for, such as `orders.cancel`. */
  readonly operation: string;
  readonly sagaId: string;
  /** Milliseconds from the first kill that it has met to its decision. */
  readonly ms: number;
}

/** As many as a person looks into. */
const SLOWEST = 5;

interface AtAKill extends SlowRecovery {
  readonly doubt: boolean;
}

/**
 * Every request that was undecided when an instance was killed, whichever instance had it in its hands, once for each
 * kill; from the kill to its decision.
 */
const UNDECIDED_AT_A_KILL = `
  SELECT (extract(epoch FROM r.decided_at) * 1000 - k.at)::float8 AS ms, r.saga_id = ANY($2::uuid[]) AS doubt,
    r.operation, r.saga_id AS "sagaId"
  FROM unnest($1::float8[]) AS k (at)
  JOIN idempotency.records r
    ON r.created_at < to_timestamp(k.at / 1000) AND r.decided_at > to_timestamp(k.at / 1000)
  WHERE r.saga_id IS NOT NULL`;

const NEVER_DECIDED = `
  SELECT count(*)::int AS count FROM idempotency.records r
  WHERE r.saga_id IS NOT NULL AND r.decided_at IS NULL
    AND EXISTS (SELECT 1 FROM unnest($1::float8[]) AS k (at) WHERE r.created_at < to_timestamp(k.at / 1000))`;

/** @param kills moments on the clock of this machine (Unix ms) */
export async function readRecoveries(
  looks: Looks,
  kills: readonly number[],
  everInDoubt: ReadonlySet<string>,
): Promise<Recoveries> {
  const [clock] = await looks.rows<{ now: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now',
  );
  const ahead = clock!.now - Date.now();
  const there = kills.map((at) => at + ahead);
  const rows = await looks.rows<AtAKill>(UNDECIDED_AT_A_KILL, [there, [...everInDoubt]]);
  const [never] = await looks.rows<{ count: number }>(NEVER_DECIDED, [there]);
  const times = new RecoveryTimes();
  const certain = rows.filter(({ doubt }) => !doubt);
  for (const { ms } of certain) times.add(ms);
  return {
    kills: kills.length,
    undecided: certain.length,
    inDoubt: rows.length - certain.length,
    neverDecided: never!.count,
    slowest: slowestOf(certain),
    ...times.summary,
  };
}

function slowestOf(rows: readonly AtAKill[]): SlowRecovery[] {
  const longest = new Map<string, SlowRecovery>();
  for (const { operation, sagaId, ms } of rows)
    if (ms > (longest.get(sagaId)?.ms ?? 0)) longest.set(sagaId, { operation, sagaId, ms });
  return [...longest.values()].toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST);
}
