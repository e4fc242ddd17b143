import type { Looks } from '../stack/looks.js';

/** What is undecided at one moment. */
export interface InFlight {
  /** Milliseconds from the beginning. */
  readonly at: number;
  readonly sagas: number;
  /** Of those, how many wait to hear from the provider what became of a payment or a refund. */
  readonly inDoubt: number;
  /** Instances that serve. */
  readonly serving: number;
}

/**
 * A job that was taken over is due at once; one that is due later is a look at the provider that has to wait. Whoever
 * cancels an order waits for its refunds in doubt as well, which others had begun.
 */
const UNDECIDED = `
  SELECT g.id, EXISTS (SELECT 1 FROM saga.steps s WHERE s.saga_id = g.id AND s.status = 'unknown')
    OR EXISTS (SELECT 1 FROM graphile_worker._private_jobs j
      WHERE j.run_at > now() + interval '300 milliseconds' AND j.key LIKE '%:payment.%'
        AND (j.key LIKE g.id || ':%' OR j.payload ->> 'orderId' = g.correlation_id::text)) AS doubt
  FROM saga.sagas g WHERE g.status IN ('running', 'compensating')`;

/** Looks again and again at what is under way, and remembers who was ever in doubt about the provider. */
export class InFlightWatch {
  readonly samples: InFlight[] = [];
  readonly everInDoubt = new Set<string>();

  constructor(
    private readonly looks: Looks,
    private readonly beganAt: number,
    private readonly serving: () => number,
  ) {}

  async look(): Promise<void> {
    const sagas = await this.looks.rows<{ id: string; doubt: boolean }>(UNDECIDED);
    const doubtful = sagas.filter(({ doubt }) => doubt);
    for (const { id } of doubtful) this.everInDoubt.add(id);
    const at = Math.round(performance.now() - this.beganAt);
    this.samples.push({ at, sagas: sagas.length, inDoubt: doubtful.length, serving: this.serving() });
  }
}
