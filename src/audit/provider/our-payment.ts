import type { Ask } from '../moment.js';

interface OurRefund {
  readonly id: string;
  readonly amount: number;
  readonly succeeded: boolean;
  readonly reference: string | null;
  readonly surplus: string | null;
  /** It has not moved for longer than the grace. */
  readonly settled: boolean;
}

/** One of our payments with what has to be known to judge it. */
export interface OurPayment {
  readonly id: string;
  readonly orderId: string;
  readonly orderStatus: string | null;
  readonly amount: number;
  readonly currency: string;
  readonly captured: number;
  readonly refunding: number;
  readonly reference: string | null;
  readonly open: boolean;
  readonly settled: boolean;
  /** A person was told that it has to be looked at. */
  readonly attention: boolean;
  /** Its time is one that the book of the provider covers. */
  readonly covered: boolean;
  readonly refunds: readonly OurRefund[];
}

/** Payments that are read at once. */
export const CHUNK = 500;

const SELECT = `
  SELECT p.id, p.order_id AS "orderId", o.status AS "orderStatus", p.amount::float8 AS amount, p.currency,
    p.captured::float8 AS captured, p.refunding::float8 AS refunding, p.provider_reference AS reference,
    p.status IN ('pending', 'unknown', 'processing', 'requires_action') AS open,
    p.updated_at < to_timestamp($1::float8) AS settled, p.created_at >= to_timestamp($2::float8) AS covered,
    EXISTS (SELECT 1 FROM saga.sagas s WHERE s.correlation_id = p.order_id AND s.attention IS NOT NULL) AS attention,
    coalesce((SELECT jsonb_agg(jsonb_build_object('id', r.id, 'amount', r.amount, 'succeeded', r.status = 'succeeded',
        'reference', r.provider_reference, 'surplus', r.surplus_reference,
        'settled', r.attempted_at < to_timestamp($1::float8)))
      FROM payments.refunds r WHERE r.payment_id = p.id), '[]') AS refunds
  FROM payments.payments p LEFT JOIN orders.orders o ON o.id = p.order_id WHERE p.provider = $3`;

/** Which payments are read: times in ms, and what was before them is settled or not covered. */
export interface Reading {
  readonly settledBefore: number;
  readonly coveredSince: number;
  readonly provider: string;
}

const values = ({ settledBefore, coveredSince, provider }: Reading): unknown[] => [
  settledBefore / 1_000,
  coveredSince / 1_000,
  provider,
];

/** The next payments after this id. */
export const paymentsAfter = (ask: Ask, reading: Reading, after: string): Promise<OurPayment[]> =>
  ask(`${SELECT} AND p.id > $4::uuid ORDER BY p.id LIMIT ${CHUNK}`, [...values(reading), after]);

export const paymentsAmong = (ask: Ask, reading: Reading, ids: readonly string[]): Promise<OurPayment[]> =>
  ask(`${SELECT} AND p.id = ANY($4::uuid[])`, [...values(reading), ids]);
