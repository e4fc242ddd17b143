import { providerKey } from './domain/attempt.js';
import type { RefundFact } from './domain/payment-fact.js';
import type { Refund } from './domain/refund.entity.js';

/** What a line of the ledger is about that says what became of a refund: the key that the provider saw, or its failure. */
export const subjectOf = (refund: Refund, { kind, providerReference }: RefundFact): string =>
  kind === 'refund_failed' && providerReference !== undefined
    ? failureOf(refund, providerReference)
    : providerKey(refund);

/**
 * What was made and has failed is remembered by what the provider calls it: an attempt may be over, and its answer still
 * on its way.
 */
export const failureOf = ({ stepKey }: Pick<Refund, 'stepKey'>, providerReference: string): string =>
  `${stepKey}:${providerReference}`;
