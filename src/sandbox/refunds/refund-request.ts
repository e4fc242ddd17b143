import type { Params } from '../wire/params.js';
import { invalidParam } from '../wire/wire-refusal.js';

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;

/** A well-formed request for a refund of a payment or of its charge. */
export interface RefundRequest {
  readonly paymentId: string | null;
  readonly chargeId: string | null;
  /** Absent: all that is left. */
  readonly amount?: number;
  readonly reason: (typeof REASONS)[number] | null;
  readonly metadata: Readonly<Record<string, string>>;
}

/** Checks what can be said about the parameters alone; a WireRefusal (400) from here is not remembered. */
export function readRefundRequest(params: Params): RefundRequest {
  params.allowOnly('payment_intent', 'charge', 'amount', 'reason', 'metadata');
  const paymentId = params.get('payment_intent') ?? null;
  const chargeId = params.get('charge') ?? null;
  if (paymentId === null && chargeId === null) {
    throw invalidParam('payment_intent', 'One of payment_intent or charge must be given.', 'parameter_missing');
  }
  const amount = params.integer('amount');
  if (amount !== undefined && amount < 1) throw invalidParam('amount', 'Refund amount must be at least 1.');
  const reason = params.get('reason');
  const known = REASONS.find((name) => name === reason);
  if (reason !== undefined && !known) {
    throw invalidParam('reason', `Invalid reason: must be one of ${REASONS.join(', ')}`);
  }
  return { paymentId, chargeId, amount, reason: known ?? null, metadata: params.metadata() };
}
