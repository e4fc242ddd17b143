import type { Looks } from '../stack/looks.js';

/** How many of each. */
export interface OnItsWay {
  readonly sagas: number;
  readonly jobs: number;
  readonly events: number;
  readonly deliveries: number;
  readonly notices: number;
}

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

/**
 * A notice that nobody has applied or set aside yet, also while its job waits to be tried again. One whose job has killed
 * three workers is before a person, for an hour (docs/runbook.md).
 */
const WAITING = `
  i.status = 'received' AND NOT EXISTS (
    SELECT 1 FROM graphile_worker._private_jobs j
    WHERE j.key LIKE i.id || ':apply%' AND j.run_at > now() AND (j.payload ->> 'crashes')::int >= 3)`;

/** What is still on its way; what a person was told to look at is not. `due` is SQL, and so is what is held up by a person. */
const onItsWay = (due: string, isHeldUp: string): string => `
  SELECT
    (SELECT count(*)::int FROM saga.sagas g
     WHERE g.status IN ('running', 'compensating') AND g.attention IS NULL AND g.id NOT IN (${AT_REST})) AS sagas,
    (SELECT count(*)::int FROM graphile_worker._private_jobs WHERE run_at <= ${due}) AS jobs,
    (SELECT count(*)::int FROM messaging.outbox) AS events,
    (SELECT count(*)::int FROM messaging.deliveries d WHERE dead_at IS NULL AND NOT ${isHeldUp}) AS deliveries,
    (SELECT count(*)::int FROM messaging.inbox i WHERE ${WAITING}) AS notices`;

export const readOnItsWay = (looks: Looks): Promise<OnItsWay> => read(looks, onItsWay('now()', 'false'));

/** The first look at the provider comes after 2 s; what is due as soon as that has not been left alone. */
const SOON = `now() + interval '5 seconds'`;
/** Whoever comes behind a dead delivery of the same order waits for it to be redriven. */
const BEHIND_A_DEAD_ONE = `EXISTS (SELECT 1 FROM messaging.deliveries b
  WHERE b.consumer = d.consumer AND b.aggregate_id = d.aggregate_id AND b.dead_at IS NOT NULL)`;

/** What moves without anybody's help: also what is about to, and not what waits for the operator. */
export const readMovingByItself = (looks: Looks): Promise<OnItsWay> => read(looks, onItsWay(SOON, BEHIND_A_DEAD_ONE));

async function read(looks: Looks, query: string): Promise<OnItsWay> {
  const [seen] = await looks.rows<OnItsWay>(query);
  return seen!;
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

const WAITING_NOTICES = `
  SELECT i.id, i.event_id AS "eventId", i.type,
    (SELECT string_agg(j.key || ' in ' || round(extract(epoch FROM j.run_at - now())) || ' s: ' || j.payload::text, ', ')
     FROM graphile_worker._private_jobs j WHERE j.key LIKE i.id || ':%') AS jobs
  FROM messaging.inbox i WHERE ${WAITING} ORDER BY i.received_at LIMIT 10`;

/** What it is that does not come to its end, the first ten of each kind. */
export async function readUnfinished(looks: Looks): Promise<object[]> {
  const [flows, jobs, notices] = await Promise.all([
    looks.rows(OPEN_FLOWS),
    looks.rows(DUE_JOBS),
    looks.rows(WAITING_NOTICES),
  ]);
  return [...flows, ...jobs, ...notices];
}
