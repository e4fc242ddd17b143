/** How long things have been as they are, on the database's clock, in milliseconds. */
export interface Doubt {
  /** Since the key in use may first have been sent. */
  readonly keyAgeMs: number;
  /** Since it was last sent. */
  readonly sinceAttemptMs: number;
  /** Since the effect was first wanted. */
  readonly openForMs: number;
  /** The key in use was prepared and, as far as is known, never sent. */
  readonly neverSent?: boolean;
  /** Which look this is at the key in use; 0 for the first sending of it. */
  readonly looks?: number;
}

/**
 * So many looks send the key again. What these, in about a minute, have not got answered is no passing trouble any more,
 * and each further one would put off the proof that there was no effect.
 */
const LOOKS_THAT_SEND = 3;

/** An effect that a complete listing does not show this long after the last attempt does not exist (semantics 20). */
const PROOF_AFTER_MS = 2 * 60_000;

export interface DoubtLimits {
  /** How long the provider remembers an idempotency key. */
  readonly keyWindowMs: number;
  /** After this long a person must look. */
  readonly inDoubtLimitMs: number;
}

/** What may be done about an effect whose outcome is not known. */
export const inDoubt = (
  { keyAgeMs, sinceAttemptMs, openForMs, neverSent = false, looks = 0 }: Doubt,
  limits: DoubtLimits,
): { readonly mayResend: boolean; readonly absenceProves: boolean; readonly needsAttention: boolean } => ({
  /** Inside the provider's memory of the key, sending it again is always right; past it, it would be a second effect. */
  mayResend: keyAgeMs < limits.keyWindowMs && looks <= LOOKS_THAT_SEND,
  /** A listing without it proves now that it does not exist; of a key that is yet to be sent that is no news. */
  absenceProves: sinceAttemptMs >= PROOF_AFTER_MS && !(neverSent && keyAgeMs < limits.keyWindowMs),
  needsAttention: openForMs >= limits.inDoubtLimitMs,
});
