import type { Looks } from '../stack/looks.js';
import { until } from '../../test/support/until.js';

/**
 * A flow that has only money to hear of is at rest between two looks at the provider, which come at growing intervals, the
 * last of them hours; that somebody will look is for the audit to say (I5). Whatever else a flow waits for comes within
 * seconds.
 */
const AT_REST = `
  SELECT g.id FROM saga.sagas g
  WHERE g.status IN ('running', 'compensating')
    AND EXISTS (SELECT 1 FROM saga.steps s
      WHERE s.saga_id = g.id AND s.status IN ('pending', 'unknown') AND s.name LIKE 'payment.%')
    AND NOT EXISTS (SELECT 1 FROM saga.steps s
      WHERE s.saga_id = g.id AND s.status IN ('pending', 'unknown') AND s.name NOT LIKE 'payment.%')`;

/** What is still on its way; what a person was told to look at is not. */
const ON_ITS_WAY = `
  SELECT
    (SELECT count(*)::int FROM saga.sagas g
     WHERE g.status IN ('running', 'compensating') AND g.attention IS NULL AND g.id NOT IN (${AT_REST})) AS sagas,
    (SELECT count(*)::int FROM graphile_worker._private_jobs WHERE run_at <= now()) AS jobs,
    (SELECT count(*)::int FROM messaging.outbox) AS events,
    (SELECT count(*)::int FROM messaging.deliveries WHERE dead_at IS NULL) AS deliveries`;

/**
 * Whatever was struck down is taken over within leases of seconds; but what has failed often is tried once a minute, and
 * on a busy machine a start takes half of one. What takes longer than two tries and a start was left alone.
 */
const QUIET_WITHIN_MS = 150_000;

/** How many of each. */
export interface OnItsWay {
  readonly sagas: number;
  readonly jobs: number;
  readonly events: number;
  readonly deliveries: number;
}

/** The flows that are not at rest, with what they wait for, as far as a person wants to read. */
const OPEN_FLOWS = `
  SELECT g.id, g.definition, g.status,
    (SELECT string_agg(s.name || ' ' || s.status, ', ') FROM saga.steps s
     WHERE s.saga_id = g.id AND s.status IN ('pending', 'unknown')) AS steps,
    (SELECT string_agg(j.key || ' in ' || round(extract(epoch FROM j.run_at - now())) || ' s', ', ')
     FROM graphile_worker._private_jobs j WHERE j.key LIKE g.id || ':%') AS jobs,
    (SELECT string_agg(p.status, ', ') FROM payments.payments p WHERE p.order_id = g.correlation_id) AS payment,
    (SELECT string_agg(r.status, ', ') FROM payments.refunds r WHERE r.order_id = g.correlation_id) AS refunds
  FROM saga.sagas g
  WHERE g.status IN ('running', 'compensating') AND g.attention IS NULL
    AND g.id NOT IN (${AT_REST})
  ORDER BY g.id LIMIT 10`;

/** The jobs that are due and do not end. */
const DUE_JOBS = `
  SELECT key, payload, attempts, locked_by AS "lockedBy", round(extract(epoch FROM now() - run_at)) AS "dueForS",
    last_error AS "lastError"
  FROM graphile_worker._private_jobs WHERE run_at <= now() ORDER BY run_at LIMIT 10`;

/** How long it took until nothing was under way any more, or what still was in the end. */
export type Quiet = { readonly afterMs: number } | { readonly notYet: OnItsWay; readonly flows: readonly object[] };

export async function untilQuiet(looks: Looks): Promise<Quiet> {
  const began = performance.now();
  let seen: OnItsWay | undefined;
  const look = async (): Promise<boolean> => {
    [seen] = await looks.rows<OnItsWay>(ON_ITS_WAY);
    return Object.values(seen!).every((count) => count === 0);
  };
  try {
    await until('nothing is under way', look, QUIET_WITHIN_MS);
    return { afterMs: Math.round(performance.now() - began) };
  } catch (error) {
    if (!seen) throw error;
    return { notYet: seen, flows: [...(await looks.rows(OPEN_FLOWS)), ...(await looks.rows(DUE_JOBS))] };
  }
}

const IN_DOUBT = `
  SELECT count(*)::int AS count FROM saga.sagas WHERE status IN ('running', 'compensating') AND attention IS NULL`;
const NEEDS_ATTENTION = 'SELECT count(*)::int AS count FROM saga.sagas WHERE attention IS NOT NULL';

/** What only time, or a person, can end. */
export async function readLeftOpen(looks: Looks): Promise<{ inDoubt: number; needsAttention: number }> {
  const [[doubt], [attention]] = await Promise.all([
    looks.rows<{ count: number }>(IN_DOUBT),
    looks.rows<{ count: number }>(NEEDS_ATTENTION),
  ]);
  return { inDoubt: doubt!.count, needsAttention: attention!.count };
}
