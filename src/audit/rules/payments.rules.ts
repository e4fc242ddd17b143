import type { Walk } from '../rule.js';

const HAS_MARKER = (name: string, condition = 'true'): string =>
  `EXISTS (SELECT 1 FROM saga.steps m WHERE m.saga_id = p.saga_id AND m.name = '${name}' AND ${condition})`;

/** Payments against their refunds, their orders, their markers and their facts. */
export const paymentRules: Walk = {
  table: 'payments.payments',
  key: { column: 'id', type: 'uuid' },
  rules: [
    {
      name: 'payment.refunded-beyond-capture',
      invariant: 'I1',
      finds: 'More went back, or is on its way back, than was captured; or another amount was captured than asked for.',
      costs: 'Money is given away, or taken from the customer without his consent.',
      remedy: 'Stop the refunds of this payment that the provider has not taken yet; compare it with the provider.',
      sql: `
        SELECT p.id AS subject, format('captured %s of %s, refunded %s, refunding %s', captured, amount, refunded, refunding) AS detail
        FROM chunk p
        WHERE refunded + refunding > captured OR refunded < 0 OR refunding < 0 OR captured NOT IN (0, amount)`,
    },
    {
      name: 'payment.account-differs',
      invariant: 'I1',
      finds: 'What a payment says of its refunds is not the sum of them.',
      costs: 'Too much can be given back, or a customer is refused what he has a right to.',
      remedy: 'Compare its refunds with the provider; the sum of what succeeded there is right.',
      sql: `
        SELECT p.id AS subject,
          format('refunded %s, refunds %s; refunding %s, on their way %s', p.refunded, r.gone, p.refunding, r.going) AS detail
        FROM chunk p CROSS JOIN LATERAL (
          SELECT coalesce(sum(amount) FILTER (WHERE status = 'succeeded'), 0) AS gone,
            coalesce(sum(amount) FILTER (WHERE status = 'pending' OR (status = 'failed' AND owed)), 0) AS going
          FROM payments.refunds WHERE payment_id = p.id AND surplus_reference IS NULL) AS r
        WHERE p.refunded <> r.gone OR p.refunding <> r.going`,
    },
    {
      name: 'payment.status-differs',
      invariant: 'I2',
      finds: 'The status of a payment does not fit its amounts.',
      costs: 'Whoever reads the status believes in money that is not there.',
      remedy: 'Run the reconciliation; what the provider says is right.',
      sql: `
        SELECT p.id AS subject, format('%s, captured %s, refunded %s', status, captured, refunded) AS detail FROM chunk p
        WHERE status <> ALL (CASE
          WHEN captured = 0 THEN ARRAY['pending', 'requires_action', 'processing', 'declined', 'cancelled', 'unknown']
          WHEN refunded = 0 THEN ARRAY['captured'] WHEN refunded < captured THEN ARRAY['partially_refunded']
          ELSE ARRAY['refunded'] END)`,
    },
    {
      name: 'payment.order-differs',
      invariant: 'I2',
      finds: 'A payment is of no order, or of another tenant, amount or currency than its order.',
      costs: 'Somebody pays for what somebody else ordered.',
      remedy: 'Compare both with the metadata of the payment at the provider.',
      sql: `
        SELECT p.id AS subject, format('order %s, %s %s', p.order_id, p.amount, p.currency) AS detail FROM chunk p
        WHERE NOT EXISTS (
          SELECT 1 FROM orders.orders o WHERE o.id = p.order_id AND o.payment_id = p.id AND o.tenant_id = p.tenant_id
            AND o.total = p.amount AND o.currency = p.currency AND o.saga_id = p.saga_id)`,
    },
    {
      name: 'payment.kept-without-order',
      invariant: 'I2',
      finds: 'Captured money of an order that will not happen is neither back nor on its way, and nobody was told.',
      costs: 'A customer has paid for nothing.',
      remedy: 'Refund the payment.',
      sql: `
        SELECT p.id AS subject, format('order %s, kept %s', p.order_id, p.captured - p.refunded - p.refunding) AS detail
        FROM chunk p LEFT JOIN orders.orders o ON o.id = p.order_id
        WHERE p.captured > p.refunded + p.refunding AND coalesce(o.status, 'cancelled') IN ('draft', 'cancelled')
          AND NOT EXISTS (SELECT 1 FROM saga.sagas s WHERE s.correlation_id = p.order_id
            AND s.definition IN ('place-order', 'cancel-order') AND s.attention IS NOT NULL)`,
    },
    {
      name: 'payment.left-alone',
      invariant: 'I5',
      finds: 'What became of a payment is not known, and no job will ask.',
      costs: 'Order and customer wait for ever.',
      remedy: 'Start a worker: it gives such payments a job. If one runs, its log says why it cannot.',
      sql: `
        SELECT p.id AS subject, p.status AS detail FROM chunk p
        WHERE p.status IN ('pending', 'unknown', 'processing', 'requires_action')
          AND p.updated_at < (SELECT at FROM settled)
          AND NOT EXISTS (SELECT 1 FROM graphile_worker.jobs j WHERE starts_with(j.key, p.step_key || ':'))`,
    },
    {
      name: 'capture.unmarked',
      invariant: 'I1',
      finds: 'Money was captured, and no marker of the flow says so.',
      costs: 'The step could run again.',
      remedy: 'Look for who changed the payment or saga.steps by hand; check at the provider whether it was paid.',
      sql: `
        SELECT p.id AS subject, format('captured %s', p.captured) AS detail FROM chunk p
        WHERE p.captured > 0 AND NOT ${HAS_MARKER('payment.capture', `m.status = 'done'`)} AND NOT ${HAS_MARKER('payment.refund')}`,
    },
    {
      name: 'capture.marked-only',
      invariant: 'I2',
      finds: 'The flow is marked as paid, and nothing was captured.',
      costs: 'Goods leave without money.',
      remedy: 'Stop the delivery; look at the provider.',
      sql: `
        SELECT p.id AS subject, p.status AS detail FROM chunk p
        WHERE p.captured = 0 AND ${HAS_MARKER('payment.capture', `m.status = 'done'`)}`,
    },
    {
      name: 'capture.without-fact',
      invariant: 'I2',
      finds: 'Money was captured, and no fact in the ledger says who reported it.',
      costs: 'Nobody can tell whether the money is there.',
      remedy: 'Look at the payment at the provider.',
      sql: `
        SELECT p.id AS subject, format('captured %s', p.captured) AS detail FROM chunk p
        WHERE p.captured > 0 AND NOT EXISTS (
          SELECT 1 FROM payments.payment_events e WHERE e.payment_id = p.id AND e.fact = 'captured')`,
    },
    {
      name: 'refund.marked-only',
      invariant: 'I2',
      finds: 'An order is marked as paid back, and money of it is neither back nor on its way.',
      costs: 'A customer has paid for nothing.',
      remedy: 'Refund the payment.',
      sql: `
        SELECT p.id AS subject, format('captured %s, refunded %s', p.captured, p.refunded) AS detail
        FROM chunk p JOIN saga.sagas s ON s.correlation_id = p.order_id AND s.definition IN ('place-order', 'cancel-order')
        JOIN saga.steps m ON m.saga_id = s.id AND m.name = 'payment.refund' AND m.status = 'done'
        WHERE p.captured > p.refunded + p.refunding`,
    },
  ],
};
