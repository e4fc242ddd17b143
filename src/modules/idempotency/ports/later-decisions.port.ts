import type { IdempotencyRecord } from '../record.js';

/** Metadata of a provider: the operations that are decided after the commit of their request. */
export const DECIDES = 'ichido:decides';

/** Where an undecided request is. */
export interface UnderWay {
  readonly status: 'processing' | 'needs_attention';
  readonly code?: string;
  readonly step?: string;
  /** Whole seconds, at least one (RFC 9110, 10.2.3). */
  readonly retryAfterSeconds: number;
  /** What only its own caller may know; stored nowhere. */
  readonly tell?: () => Promise<object>;
}

/**
 * Optional port, for an application with routes that are decided after their commit. Without it every route is local:
 * decided with its commit.
 */
export abstract class LaterDecisions {
  abstract stateOf(record: IdempotencyRecord): Promise<UnderWay>;

  /** Tells which records other processes have decided, as long as `isHeard`. */
  abstract onDecided(listener: (ids: string[]) => void): void;

  /** Whether decisions of other processes are heard of at the moment; otherwise whoever waits has to look. */
  abstract readonly isHeard: boolean;
}
