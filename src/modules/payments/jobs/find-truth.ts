import type { inDoubt } from '../domain/doubt.js';
import { PaymentKeyMisused, PaymentMismatched } from '../gateway/payment-gateway.js';
import type { Failure } from '#shared/kernel/failure.js';

/** What one look at the provider taught. */
export interface Learned<Fact> {
  readonly fact?: Fact;
  /** Proven: the attempt had no effect. A new key may be used. */
  readonly absent?: boolean;
  /** The key was sent (again), so a new proof of absence has to wait. */
  readonly sent?: boolean;
  /** Something that no further look will mend: a person must. */
  readonly trouble?: Failure;
}

/** The two ways to ask: send the same key again, or look it up. A look-up answers undefined only after a complete listing. */
export interface Questions<Fact> {
  /** Absent when the provider has given a reference already: its books tell more than its memory of the key. */
  readonly resend?: () => Promise<Fact>;
  readonly lookUp: () => Promise<Fact | undefined>;
  /** Whether this error says that the provider did not answer, which teaches nothing. */
  readonly unanswered: (error: unknown) => boolean;
}

/** Asks the provider in the order that semantics 20 allows; what is not answered is no answer. */
export async function findTruth<Fact>(doubt: ReturnType<typeof inDoubt>, ask: Questions<Fact>): Promise<Learned<Fact>> {
  const answer = <T>(asked: Promise<T>): Promise<T | 'unanswered'> =>
    asked.catch((error: unknown) => {
      if (ask.unanswered(error)) return 'unanswered';
      throw error;
    });
  try {
    const sent = ask.resend !== undefined && doubt.mayResend && !doubt.absenceProves;
    if (sent) {
      const fact = await answer(ask.resend());
      if (fact !== 'unanswered') return { fact, sent };
    }
    const found = await answer(ask.lookUp());
    if (found === 'unanswered') return { sent };
    return found === undefined ? { sent, absent: !sent && doubt.absenceProves } : { fact: found, sent };
  } catch (error) {
    const trouble = troubleOf(error);
    if (trouble) return { sent: true, trouble };
    throw error;
  }
}

/** Contradictions between us and the provider: neither a refusal nor an outage, and never a reason to undo anything. */
export const troubleOf = (error: unknown): Failure | undefined => {
  if (error instanceof PaymentKeyMisused) return { code: 'provider_refuses_request', detail: error.message };
  if (error instanceof PaymentMismatched) return { code: 'provider_contradicts', detail: error.message };
  return undefined;
};
