import type { Looks } from '../stack/looks.js';
import { until } from '../../test/support/until.js';

/**
 * What is still on its way. Money in doubt is looked up at growing intervals, the last of them hours: a flow that only
 * waits for such a look is at rest.
 */
const ON_ITS_WAY = `
  WITH doubtful AS (
    SELECT g.id FROM saga.sagas g
    WHERE g.status IN ('running', 'compensating')
      AND EXISTS (SELECT 1 FROM saga.steps s WHERE s.saga_id = g.id AND s.status = 'unknown'))
  SELECT
    (SELECT count(*)::int FROM saga.sagas g
     WHERE g.status IN ('running', 'compensating') AND g.attention IS NULL AND g.id NOT IN (SELECT id FROM doubtful)) AS sagas,
    (SELECT count(*)::int FROM graphile_worker._private_jobs j
     WHERE j.run_at <= now() + interval '5 seconds'
       AND NOT EXISTS (SELECT 1 FROM doubtful d WHERE j.key LIKE d.id || ':%' AND j.run_at > now())) AS jobs,
    (SELECT count(*)::int FROM messaging.outbox) AS events,
    (SELECT count(*)::int FROM messaging.deliveries WHERE dead_at IS NULL) AS deliveries`;

/** Whatever was struck down is taken over within leases of seconds; a minute means that something was left alone. */
const QUIET_WITHIN_MS = 60_000;

/** How many of each. */
export interface OnItsWay {
  readonly sagas: number;
  readonly jobs: number;
  readonly events: number;
  readonly deliveries: number;
}

/** How long it took until nothing was under way any more, or what still was after a minute. */
export type Quiet = { readonly afterMs: number } | { readonly notYet: OnItsWay };

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
    return { notYet: seen };
  }
}

const IN_DOUBT = `
  SELECT count(*)::int AS count FROM saga.sagas g
  WHERE g.status IN ('running', 'compensating')
    AND EXISTS (SELECT 1 FROM saga.steps s WHERE s.saga_id = g.id AND s.status = 'unknown')`;
const NEEDS_ATTENTION = 'SELECT count(*)::int AS count FROM saga.sagas WHERE attention IS NOT NULL';

/** What only time, or a person, can end. */
export async function readLeftOpen(looks: Looks): Promise<{ inDoubt: number; needsAttention: number }> {
  const [[doubt], [attention]] = await Promise.all([
    looks.rows<{ count: number }>(IN_DOUBT),
    looks.rows<{ count: number }>(NEEDS_ATTENTION),
  ]);
  return { inDoubt: doubt!.count, needsAttention: attention!.count };
}
