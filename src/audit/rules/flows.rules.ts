import type { Walk } from '../rule.js';

const MARKER = (name: string, condition: string): string =>
  `EXISTS (SELECT 1 FROM saga.steps m WHERE m.saga_id = s.id AND m.name = '${name}' AND ${condition})`;

/** The steps that each flow has to have behind it when it is completed. */
const STEPS = `(VALUES
  ('place-order', 'payment.capture'), ('place-order', 'inventory.reserve'), ('place-order', 'order.confirm'),
  ('cancel-order', 'payment.refund'), ('cancel-order', 'inventory.return'), ('cancel-order', 'order.cancel'),
  ('refund-payment', 'payment.refund')) AS due(definition, name)`;

/** Each step that has happened, and the one that undoes it. */
const UNDOS = `(VALUES ('payment.capture', 'payment.refund'), ('inventory.reserve', 'inventory.release')) AS u(did, undid)`;

/** Flows, their steps, and what the steps of stock have to have done. */
export const flowRules: Walk = {
  table: 'saga.sagas',
  key: { column: 'id', type: 'uuid' },
  rules: [
    {
      name: 'flow.twice',
      invariant: 'I4',
      finds: 'One order or refund has two flows of one kind.',
      costs: 'It is paid, delivered or refunded twice.',
      remedy: 'Look at the provider which of both took effect; give the other back.',
      sql: `
        SELECT s.id AS subject, format('%s of %s, and %s', s.definition, s.correlation_id, x.id) AS detail
        FROM chunk s JOIN saga.sagas x
          ON x.definition = s.definition AND x.correlation_id = s.correlation_id AND x.id <> s.id`,
    },
    {
      name: 'flow.left-alone',
      invariant: 'I5',
      finds: 'A flow is under way, nobody was told, and no job will carry it on.',
      costs: 'Its order stays undecided for ever, and its caller without an answer.',
      remedy: 'Start a worker: it gives such flows a job. If one runs, its log says why it cannot.',
      sql: `
        SELECT s.id AS subject, format('%s of %s is %s', s.definition, s.correlation_id, s.status) AS detail FROM chunk s
        WHERE s.status IN ('running', 'compensating') AND s.attention IS NULL AND s.updated_at < (SELECT at FROM settled)
          AND NOT EXISTS (SELECT 1 FROM graphile_worker.jobs j WHERE starts_with(j.key, s.id || ':'))
          AND NOT EXISTS (
            SELECT 1 FROM payments.payments p JOIN payments.refunds r ON r.payment_id = p.id
            JOIN graphile_worker.jobs j ON starts_with(j.key, r.step_key || ':')
            WHERE p.order_id = s.correlation_id AND r.status <> 'succeeded')`,
    },
    {
      name: 'flow.over-with-open-step',
      invariant: 'I5',
      finds: 'A flow is over, and one of its steps is not.',
      costs: 'What the step was to do may be missing.',
      remedy: 'Read the timeline: do by hand what is missing.',
      sql: `
        SELECT s.id AS subject, format('%s is %s', m.name, m.status) AS detail
        FROM chunk s JOIN saga.steps m ON m.saga_id = s.id
        WHERE m.status IN ('pending', 'unknown')
          AND (s.status = 'completed' OR (s.status = 'compensated' AND m.kind = 'forward'))`,
    },
    {
      name: 'flow.completed-in-part',
      invariant: 'I2',
      finds: 'A flow is completed without one of its steps.',
      costs: 'The order is taken for done, and is not.',
      remedy: 'Read the timeline: do by hand what is missing, or cancel the order.',
      sql: `
        SELECT s.id AS subject, format('%s of %s without %s', s.definition, s.correlation_id, due.name) AS detail
        FROM chunk s JOIN ${STEPS} ON due.definition = s.definition
        WHERE s.status = 'completed' AND NOT EXISTS (
          SELECT 1 FROM saga.steps m WHERE m.saga_id = s.id AND m.name = due.name AND m.status IN ('done', 'skipped'))`,
    },
    {
      name: 'flow.undone-in-part',
      invariant: 'I2',
      finds: 'A flow is undone, and one of the steps that had happened is not.',
      costs: 'Money or stock of an order that does not exist is kept.',
      remedy: 'Undo it by hand: refund the payment, adjust the stock.',
      sql: `
        SELECT s.id AS subject, format('%s was not undone', u.did) AS detail
        FROM chunk s JOIN saga.steps m ON m.saga_id = s.id AND m.status = 'done' JOIN ${UNDOS} ON u.did = m.name
        WHERE s.status = 'compensated' AND NOT EXISTS (SELECT 1 FROM saga.steps x WHERE x.saga_id = s.id AND x.name = u.undid)`,
    },
    {
      name: 'reservation.marked-only',
      invariant: 'I3',
      finds: 'A flow is marked as having reserved its stock, and a line is not reserved.',
      costs: 'The same goods are sold twice.',
      remedy: 'Count the SKU and correct it by an adjustment.',
      sql: `
        SELECT s.id AS subject, format('%s of %s', l.quantity, l.sku) AS detail
        FROM chunk s JOIN orders.order_lines l ON l.order_id = s.correlation_id
        WHERE s.definition = 'place-order' AND ${MARKER('inventory.reserve', `m.status = 'done'`)} AND NOT EXISTS (
          SELECT 1 FROM inventory.reservations r
          WHERE r.order_id = l.order_id AND r.sku = l.sku AND r.quantity = l.quantity)`,
    },
    {
      name: 'release.marked-only',
      invariant: 'I3',
      finds: 'A flow is marked as having given its stock back, and a line is still held or sold.',
      costs: 'Goods lie on the shelf and cannot be bought.',
      remedy: 'Count the SKU and correct it by an adjustment.',
      sql: `
        SELECT s.id AS subject, format('%s of %s are %s', r.quantity, r.sku, r.status) AS detail
        FROM chunk s JOIN inventory.reservations r ON r.order_id = s.correlation_id
        WHERE r.status IN ('active', 'sold')
          AND (${MARKER('inventory.release', `m.status = 'done'`)} OR ${MARKER('inventory.return', `m.status = 'done'`)})`,
    },
  ],
};
