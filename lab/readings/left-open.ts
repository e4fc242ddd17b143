import type { Looks } from '../stack/looks.js';

/** What only time, or a person, can end. */
export interface LeftOpen {
  /** Flows that wait to hear from the provider. */
  readonly inDoubt: number;
  /** Flows before a person. */
  readonly needsAttention: number;
  /** Notices of the provider that wait for what they are about, or cannot be applied. */
  readonly parked: number;
  /** Notices of the provider that contradict what is known. */
  readonly quarantined: number;
}

const LEFT_OPEN = `
  SELECT
    (SELECT count(*)::int FROM saga.sagas
     WHERE status IN ('running', 'compensating') AND attention IS NULL) AS "inDoubt",
    (SELECT count(*)::int FROM saga.sagas WHERE attention IS NOT NULL) AS "needsAttention",
    (SELECT count(*)::int FROM messaging.inbox WHERE status = 'parked') AS parked,
    (SELECT count(*)::int FROM messaging.inbox WHERE status = 'quarantined') AS quarantined`;

export async function readLeftOpen(looks: Looks): Promise<LeftOpen> {
  const [left] = await looks.rows<LeftOpen>(LEFT_OPEN);
  return left!;
}
