import { now } from '#shared/kernel/clock.js';

/**
 * One generation of asking the provider for an effect. Within a generation the key never changes, however often it is
 * sent; a new generation is a new key, and only follows the proof that the old one had no effect (semantics 20).
 */
export interface Attempt {
  readonly stepKey: string;
  generation: number;
  /** When this generation's key may first have been sent. */
  keySince: Date;
  /** When it was last sent, as far as is known; a crash in between is noticed by its job. */
  attemptedAt: Date;
}

/** What the provider sees as the idempotency key. */
export const providerKey = ({ stepKey, generation }: Attempt): string =>
  generation === 1 ? stepKey : `${stepKey}:${generation}`;

export const firstAttempt = (): Pick<Attempt, 'generation' | 'keySince' | 'attemptedAt'> => {
  const at = now();
  return { generation: 1, keySince: at, attemptedAt: at };
};

export function attempted(attempt: Attempt): void {
  attempt.attemptedAt = now();
}

export function startGeneration(attempt: Attempt): void {
  attempt.generation += 1;
  attempt.keySince = attempt.attemptedAt = now();
}
