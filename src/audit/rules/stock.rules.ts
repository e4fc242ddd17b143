import type { Walk } from '../rule.js';

const COUNT_IT = 'Count the SKU and correct it by an adjustment, with the number of this finding as the reason.';

/** Stock as a whole: what is on hand is what ever came in less what ever went out, in one moment. */
export const stockRules: Walk = {
  table: 'inventory.stock',
  rules: [
    {
      name: 'stock.below-reserved',
      invariant: 'I3',
      finds: 'Less is on hand than is reserved, or less than nothing is reserved.',
      costs: 'Somebody has bought what is not there.',
      remedy: COUNT_IT,
      sql: `
        SELECT sku AS subject, format('on hand %s, reserved %s', on_hand, reserved) AS detail FROM inventory.stock
        WHERE reserved < 0 OR on_hand < reserved`,
    },
    {
      name: 'stock.reserved-differs',
      invariant: 'I3',
      finds: 'What is reserved is not the sum of what orders hold.',
      costs: 'Goods cannot be bought, or are sold twice.',
      remedy: COUNT_IT,
      sql: `
        SELECT coalesce(s.sku, r.sku) AS subject,
          format('reserved %s, held %s', coalesce(s.reserved::text, 'no such SKU'), coalesce(r.held, 0)) AS detail
        FROM inventory.stock s FULL JOIN
          (SELECT sku, sum(quantity) AS held FROM inventory.reservations WHERE status = 'active' GROUP BY sku) AS r
          ON r.sku = s.sku
        WHERE s.reserved IS DISTINCT FROM coalesce(r.held, 0)`,
    },
    {
      name: 'stock.movements-differ',
      invariant: 'I3',
      finds: 'What is on hand is not the sum of all movements: set, adjusted and returned, less sold.',
      costs: 'The count of the shelf is wrong.',
      remedy: COUNT_IT,
      sql: `
        SELECT coalesce(s.sku, m.sku) AS subject,
          format('on hand %s, movements %s', coalesce(s.on_hand::text, 'no such SKU'), coalesce(m.sum, 0)) AS detail
        FROM inventory.stock s FULL JOIN
          (SELECT sku, sum(delta) AS sum FROM inventory.movements GROUP BY sku) AS m ON m.sku = s.sku
        WHERE s.on_hand IS DISTINCT FROM coalesce(m.sum, 0)`,
    },
  ],
};

/** What orders hold, hold no more, or have taken. */
export const reservationRules: Walk = {
  table: 'inventory.reservations',
  key: { column: 'order_id', type: 'uuid' },
  rules: [
    {
      name: 'reservation.order-differs',
      invariant: 'I3',
      finds: 'Stock is held for no order, or in another quantity than its line.',
      costs: 'Goods cannot be bought, or the order gets another number of them.',
      remedy: COUNT_IT,
      sql: `
        SELECT r.order_id AS subject, format('%s of %s', r.quantity, r.sku) AS detail FROM chunk r
        WHERE NOT EXISTS (
          SELECT 1 FROM orders.order_lines l WHERE l.order_id = r.order_id AND l.sku = r.sku AND l.quantity = r.quantity)`,
    },
    {
      name: 'reservation.unmarked',
      invariant: 'I3',
      finds: 'Stock was reserved, and no marker of the flow says so.',
      costs: 'The step could run again.',
      remedy: 'Look for who changed inventory.reservations or saga.steps by hand.',
      sql: `
        SELECT r.order_id AS subject, format('%s of %s', r.quantity, r.sku) AS detail FROM chunk r
        WHERE NOT EXISTS (
          SELECT 1 FROM saga.sagas s JOIN saga.steps m ON m.saga_id = s.id
          WHERE s.definition = 'place-order' AND s.correlation_id = r.order_id AND m.name = 'inventory.reserve'
            AND m.status = 'done')`,
    },
    {
      name: 'sale.without-movement',
      invariant: 'I3',
      finds: 'Stock was sold or returned, and the movements do not say so.',
      costs: 'The count of the shelf is wrong.',
      remedy: COUNT_IT,
      sql: `
        SELECT r.order_id AS subject, format('%s of %s are %s', r.quantity, r.sku, r.status) AS detail FROM chunk r
        WHERE (r.status IN ('sold', 'returned') AND NOT EXISTS (
            SELECT 1 FROM inventory.movements m
            WHERE m.order_id = r.order_id AND m.sku = r.sku AND m.kind = 'sale' AND m.delta = -r.quantity))
          OR (r.status = 'returned' AND NOT EXISTS (
            SELECT 1 FROM inventory.movements m
            WHERE m.order_id = r.order_id AND m.sku = r.sku AND m.kind = 'return' AND m.delta = r.quantity))`,
    },
  ],
};

/** Every movement of an order has its reservation, once. */
export const movementRules: Walk = {
  table: 'inventory.movements',
  key: { column: 'id', type: 'bigint' },
  rules: [
    {
      name: 'movement.without-sale',
      invariant: 'I3',
      finds: 'Stock moved for an order that has not taken or returned it.',
      costs: 'The count of the shelf is wrong.',
      remedy: COUNT_IT,
      sql: `
        SELECT m.id AS subject, format('%s of %s for order %s', m.kind, m.sku, m.order_id) AS detail FROM chunk m
        WHERE m.kind IN ('sale', 'return') AND NOT EXISTS (
          SELECT 1 FROM inventory.reservations r WHERE r.order_id = m.order_id AND r.sku = m.sku
            AND r.quantity = abs(m.delta) AND (r.status = 'returned' OR (r.status = 'sold' AND m.kind = 'sale')))`,
    },
    {
      name: 'movement.twice',
      invariant: 'I3',
      finds: 'One sale or return moved the stock twice.',
      costs: 'The count of the shelf is wrong.',
      remedy: COUNT_IT,
      sql: `
        SELECT m.id AS subject, format('%s of %s for order %s, and %s', m.kind, m.sku, m.order_id, x.id) AS detail
        FROM chunk m JOIN inventory.movements x
          ON x.order_id = m.order_id AND x.sku = m.sku AND x.kind = m.kind AND x.id <> m.id`,
    },
  ],
};
