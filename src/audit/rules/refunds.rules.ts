import type { Walk } from '../rule.js';

/** A key of the form `<flow>:payment.refund`: the refund is a step of a flow. Others were made at the provider, or are rests. */
const IS_A_STEP = `r.step_key ~ '^[0-9a-f-]{36}:payment\\.refund$'`;

/** Refunds against their payments, their markers and their facts. */
export const refundRules: Walk = {
  table: 'payments.refunds',
  key: { column: 'id', type: 'uuid' },
  rules: [
    {
      name: 'refund.payment-differs',
      invariant: 'I1',
      finds: 'A refund is of another tenant, order or currency than its payment, or of more than was captured.',
      costs: 'Somebody is given the money of somebody else.',
      remedy: 'Compare it with the refund at the provider.',
      sql: `
        SELECT r.id AS subject, format('payment %s, %s %s', r.payment_id, r.amount, r.currency) AS detail FROM chunk r
        WHERE NOT EXISTS (
          SELECT 1 FROM payments.payments p WHERE p.id = r.payment_id AND p.tenant_id = r.tenant_id
            AND p.order_id = r.order_id AND p.currency = r.currency AND r.amount <= p.amount
            AND (p.captured > 0 OR r.surplus_reference IS NOT NULL))`,
    },
    {
      name: 'refund.without-fact',
      invariant: 'I2',
      finds: 'A refund has succeeded, and no fact in the ledger says who reported it.',
      costs: 'Nobody can tell whether the money has gone back.',
      remedy: 'Look at the refund at the provider.',
      sql: `
        SELECT r.id AS subject, r.step_key AS detail FROM chunk r
        WHERE r.status = 'succeeded' AND NOT EXISTS (
          SELECT 1 FROM payments.payment_events e WHERE e.payment_id = r.payment_id AND e.fact = 'refunded'
            AND (e.subject = r.step_key OR starts_with(e.subject, r.step_key || ':')))`,
    },
    {
      name: 'refund.unmarked',
      invariant: 'I1',
      finds: 'A refund is the step of a flow that has no marker of it.',
      costs: 'The step could run again and give the money back twice.',
      remedy: 'Look for who changed payments.refunds or saga.steps by hand.',
      sql: `
        SELECT r.id AS subject, r.step_key AS detail FROM chunk r
        WHERE ${IS_A_STEP} AND NOT EXISTS (
          SELECT 1 FROM saga.steps m WHERE m.saga_id = split_part(r.step_key, ':', 1)::uuid AND m.name = 'payment.refund')`,
    },
    {
      name: 'refund.left-alone',
      invariant: 'I5',
      finds: 'A refund is on its way, and no job will ask about it.',
      costs: 'The customer waits for his money for ever.',
      remedy: 'Start a worker: it gives such refunds a job. If one runs, its log says why it cannot.',
      sql: `
        SELECT r.id AS subject, r.status AS detail FROM chunk r
        WHERE (r.status = 'pending' OR (r.status = 'failed' AND r.owed)) AND r.attempted_at < (SELECT at FROM settled)
          AND NOT EXISTS (SELECT 1 FROM graphile_worker.jobs j WHERE starts_with(j.key, r.step_key || ':'))`,
    },
  ],
};

/** The ledger of facts: each has had its effect. */
export const factRules: Walk = {
  table: 'payments.payment_events',
  key: { column: 'id', type: 'bigint' },
  rules: [
    {
      name: 'fact.without-effect',
      invariant: 'I2',
      finds: 'A capture, a refund or a second payment was reported, and payment or refund do not show it.',
      costs: 'Money has moved that no account shows.',
      remedy: 'Run the reconciliation; what the provider says is right.',
      sql: `
        SELECT e.payment_id AS subject, format('%s of %s', e.fact, e.subject) AS detail FROM chunk e
        WHERE (e.fact = 'captured' AND NOT EXISTS (
            SELECT 1 FROM payments.payments p WHERE p.id = e.payment_id AND p.captured = e.amount))
          OR (e.fact = 'refunded' AND NOT EXISTS (
            SELECT 1 FROM payments.refunds r WHERE r.payment_id = e.payment_id
              AND (e.subject = r.step_key OR starts_with(e.subject, r.step_key || ':'))))
          OR (e.fact = 'surplus' AND NOT EXISTS (
            SELECT 1 FROM payments.refunds r WHERE r.payment_id = e.payment_id AND r.surplus_reference = e.subject))`,
    },
  ],
};
