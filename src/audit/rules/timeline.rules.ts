import type { Walk } from '../rule.js';

/** How often an order's line of each kind is on its timeline, and how often it has to be there. */
const TOLD = `
  FROM chunk o
  LEFT JOIN saga.sagas p ON p.definition = 'place-order' AND p.correlation_id = o.id
  LEFT JOIN saga.sagas c ON c.definition = 'cancel-order' AND c.correlation_id = o.id
  CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE t.step = 'order.confirm') AS confirmed,
      count(*) FILTER (WHERE t.step = 'order.cancel') AS cancelled, count(*) FILTER (WHERE t.step IS NULL) AS begun
    FROM orders.timeline t WHERE t.order_id = o.id) AS told
  CROSS JOIN LATERAL (
    SELECT (p.status IS NOT DISTINCT FROM 'completed')::int AS confirmed, (o.status = 'cancelled')::int AS cancelled,
      (p.id IS NOT NULL)::int + (c.id IS NOT NULL)::int AS begun) AS due`;

const COUNTS = `
  format('confirmed %s of %s, cancelled %s of %s, begun %s of %s', told.confirmed, due.confirmed, told.cancelled,
    due.cancelled, told.begun, greatest(1, due.begun)) AS detail`;

/** Whether everything that the order has said has arrived: nothing waits in the outbox or on its way. */
const ALL_ARRIVED = `
  NOT EXISTS (SELECT 1 FROM messaging.outbox m WHERE m.aggregate_id = o.id)
  AND NOT EXISTS (SELECT 1 FROM messaging.deliveries d WHERE d.aggregate_id = o.id AND d.consumer = 'orders.timeline')`;

/** Consumptions are forgotten after seven days; the seventh may be going just now. */
const REMEMBERED = `interval '6 days'`;

/**
 * What was published and consumed. The outbox empties itself, so this is read off what the one consumer that remembers
 * everything has written: the timeline.
 */
export const timelineRules: Walk = {
  table: 'orders.orders',
  key: { column: 'id', type: 'uuid' },
  rules: [
    {
      name: 'event.not-told',
      invariant: 'messages',
      finds: 'An order has changed, and the timeline has heard nothing of it.',
      costs: 'An event was lost: whoever else listens has not heard it either.',
      remedy: 'Find out who has the same gap; tell them by hand. The order itself is right.',
      sql: `SELECT o.id AS subject, ${COUNTS} ${TOLD}
        WHERE (told.confirmed < due.confirmed OR told.cancelled < due.cancelled OR told.begun < greatest(1, due.begun))
          AND ${ALL_ARRIVED}`,
    },
    {
      name: 'event.told-twice',
      invariant: 'messages',
      finds: 'A change of an order was published more than once, or before it happened.',
      costs: 'Whoever reacts to it has reacted twice.',
      remedy: 'Look what the consumers of the event did about the second message.',
      sql: `SELECT o.id AS subject, ${COUNTS} ${TOLD}
        WHERE told.confirmed > due.confirmed OR told.cancelled > due.cancelled
          OR told.begun > due.begun + 1`,
    },
    {
      name: 'event.out-of-order',
      invariant: 'messages',
      finds: 'A later event of an order was consumed before an earlier one.',
      costs: 'A consumer may have ended with the older state.',
      remedy: 'Compare what the consumers know about the order with the order.',
      sql: `
        SELECT DISTINCT x.order_id AS subject, format('%s after a later one', x.message_id) AS detail FROM (
          SELECT t.order_id, lag(t.message_id) OVER events AS message_id, c.consumed_at,
            lag(c.consumed_at) OVER events AS earlier_at
          FROM chunk o JOIN orders.timeline t ON t.order_id = o.id
          JOIN messaging.consumptions c ON c.consumer = 'orders.timeline' AND c.message_id = t.message_id
          WINDOW events AS (PARTITION BY t.order_id ORDER BY t.at, t.message_id)) AS x
        WHERE x.consumed_at < x.earlier_at`,
    },
    {
      name: 'event.consumed-unmarked',
      invariant: 'messages',
      finds: 'The timeline has a line of a message that is not marked as consumed.',
      costs: 'The message could take effect a second time.',
      remedy: 'Look for who wrote or deleted rows of messaging.consumptions by hand.',
      sql: `
        SELECT o.id AS subject, format('message %s', t.message_id) AS detail
        FROM chunk o JOIN orders.timeline t ON t.order_id = o.id
        WHERE t.at > now() - ${REMEMBERED} AND NOT EXISTS (
          SELECT 1 FROM messaging.consumptions c WHERE c.consumer = 'orders.timeline' AND c.message_id = t.message_id)`,
    },
  ],
};
