import type { Walk } from '../rule.js';

/** Orders against their lines, their money, their stock and their flows. */
export const orderRules: Walk = {
  table: 'orders.orders',
  key: { column: 'id', type: 'uuid' },
  rules: [
    {
      name: 'order.total-differs',
      invariant: 'I2',
      finds: 'The total of an order is not the sum of its lines, or it has none.',
      costs: 'The customer pays another amount than was agreed.',
      remedy: 'Compare the order with its payment and give the difference back or claim it.',
      sql: `
        SELECT o.id AS subject, format('total %s, lines %s', o.total, coalesce(l.total::text, 'none')) AS detail
        FROM chunk o LEFT JOIN LATERAL
          (SELECT sum(line_total) AS total FROM orders.order_lines WHERE order_id = o.id) l ON true
        WHERE o.total IS DISTINCT FROM l.total`,
    },
    {
      name: 'order.without-flow',
      invariant: 'I5',
      finds: 'An order that was placed has no flow that would carry it on.',
      costs: 'Nothing will ever happen to the order.',
      remedy: 'Look for what removed its row of saga.sagas; refund what was captured and place it again.',
      sql: `
        SELECT o.id AS subject, format('%s, flow %s', o.status, coalesce(o.saga_id::text, 'none')) AS detail FROM chunk o
        WHERE (o.status NOT IN ('draft', 'cancelled') OR o.saga_id IS NOT NULL) AND NOT EXISTS (
          SELECT 1 FROM saga.sagas s WHERE s.id = o.saga_id AND s.definition = 'place-order'
            AND s.correlation_id = o.id AND s.tenant_id = o.tenant_id)`,
    },
    {
      name: 'order.contradicts-flow',
      invariant: 'I2',
      finds: 'The status of an order is not what its flow has decided.',
      costs: 'Customer and warehouse are told different things.',
      remedy: 'Read the timeline of the order: what the provider holds and what left the shelf decides.',
      sql: `
        SELECT o.id AS subject,
          format('order %s, place-order %s, cancel-order %s', o.status, p.status, coalesce(c.status, 'none')) AS detail
        FROM chunk o JOIN saga.sagas p ON p.definition = 'place-order' AND p.correlation_id = o.id
        LEFT JOIN saga.sagas c ON c.definition = 'cancel-order' AND c.correlation_id = o.id
        WHERE NOT CASE
          WHEN p.status = 'compensated' THEN o.status = 'cancelled' AND c.id IS NULL
          WHEN p.status IN ('running', 'compensating') THEN
            o.status IN ('pending', 'cancelling', 'needs_attention') AND c.id IS NULL
          WHEN c.status = 'completed' THEN o.status = 'cancelled'
          WHEN c.id IS NOT NULL THEN o.status IN ('cancelling', 'needs_attention')
          ELSE o.status IN ('confirmed', 'needs_attention') END`,
    },
    {
      name: 'order.twice-for-one-key',
      invariant: 'I4',
      finds: 'Two orders were made by one request.',
      costs: 'A customer who ordered once is charged and served twice.',
      remedy: 'Cancel the one that the stored answer does not name.',
      sql: `
        SELECT o.id AS subject, format('and %s', x.id) AS detail
        FROM chunk o JOIN orders.orders x ON x.operation_key = o.operation_key AND x.id <> o.id`,
    },
    {
      name: 'order.confirmed-unpaid',
      invariant: 'I2',
      finds: 'A confirmed order has no captured payment of its total.',
      costs: 'Goods leave without money.',
      remedy: 'Stop the delivery, look at the provider, then cancel the order or claim the money.',
      sql: `
        SELECT o.id AS subject, format('total %s', o.total) AS detail FROM chunk o
        WHERE o.status = 'confirmed' AND o.total > 0 AND NOT EXISTS (
          SELECT 1 FROM payments.payments p
          WHERE p.order_id = o.id AND p.id = o.payment_id AND p.captured = o.total)`,
    },
    {
      name: 'order.confirmed-but-undone',
      invariant: 'I2',
      finds: 'Money of a confirmed order was given back by an undo, not by a request.',
      costs: 'Goods leave without money.',
      remedy: 'Stop the delivery and cancel the order.',
      sql: `
        SELECT o.id AS subject, format('refund %s of %s', r.id, r.amount) AS detail
        FROM chunk o JOIN payments.payments p ON p.order_id = o.id JOIN payments.refunds r ON r.payment_id = p.id
        WHERE o.status = 'confirmed' AND r.owed AND r.surplus_reference IS NULL AND r.status <> 'failed'`,
    },
    {
      name: 'order.confirmed-without-sale',
      invariant: 'I3',
      finds: 'A line of a confirmed order is not sold to it in the stock.',
      costs: 'The customer has paid for what may be sold to somebody else.',
      remedy: 'Count the SKU and correct it by an adjustment.',
      sql: `
        SELECT o.id AS subject, format('%s of %s', l.quantity, l.sku) AS detail
        FROM chunk o JOIN orders.order_lines l ON l.order_id = o.id
        WHERE o.status = 'confirmed' AND NOT EXISTS (
          SELECT 1 FROM inventory.reservations r
          WHERE r.order_id = o.id AND r.sku = l.sku AND r.status = 'sold' AND r.quantity = l.quantity)`,
    },
    {
      name: 'order.stock-kept',
      invariant: 'I3',
      finds: 'Stock is held for, or sold to, an order that will not take it.',
      costs: 'Goods lie on the shelf and cannot be bought.',
      remedy: 'Count the SKU and correct it by an adjustment.',
      sql: `
        SELECT o.id AS subject, format('%s of %s are %s, the order is %s', r.quantity, r.sku, r.status, o.status) AS detail
        FROM chunk o JOIN inventory.reservations r ON r.order_id = o.id
        WHERE (o.status IN ('draft', 'pending', 'cancelled') AND r.status = 'sold')
          OR (o.status IN ('draft', 'confirmed', 'cancelled') AND r.status = 'active')`,
    },
  ],
};
