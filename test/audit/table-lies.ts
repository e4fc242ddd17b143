import type { BusyDay } from './busy-day.js';

/** What is written behind the back of the service, and every rule that this breaks. */
export interface Lie {
  readonly sql: string;
  /** Rules that the same lie breaks as well. */
  readonly also?: readonly string[];
}

const flowOf = (order: string): string =>
  `(SELECT id FROM saga.sagas WHERE definition = 'place-order' AND correlation_id = '${order}')`;

const NEVER_WAS = `'00000000-0000-7000-8000-000000000001'`;

/** For every rule that reads our tables alone, by its name. */
export const tableLies = ({ kept, refunded, cancelled, declined }: BusyDay): Record<string, Lie> => ({
  'order.total-differs': { sql: `UPDATE orders.order_lines SET line_total = 99 WHERE order_id = '${kept.id}'` },
  'order.without-flow': {
    sql: `UPDATE saga.sagas SET tenant_id = 'bob' WHERE correlation_id = '${kept.id}';
      UPDATE idempotency.records SET saga_id = NULL WHERE saga_id = ${flowOf(kept.id)}`,
  },
  'order.contradicts-flow': { sql: `UPDATE orders.orders SET status = 'cancelling' WHERE id = '${kept.id}'` },
  'order.twice-for-one-key': {
    sql: `UPDATE orders.orders SET operation_key = (SELECT operation_key FROM orders.orders WHERE id = '${kept.id}')
      WHERE id = '${refunded.id}'`,
  },
  'order.confirmed-unpaid': {
    sql: `UPDATE payments.payments SET captured = 0, status = 'pending', updated_at = now() + interval '1 hour'
      WHERE order_id = '${kept.id}'`,
    also: ['capture.marked-only', 'fact.without-effect'],
  },
  'order.confirmed-but-undone': {
    sql: `UPDATE payments.refunds SET owed = true WHERE order_id = '${refunded.id}'`,
  },
  'order.confirmed-without-sale': {
    sql: `UPDATE inventory.reservations SET status = 'returned' WHERE order_id = '${kept.id}';
      INSERT INTO inventory.movements (sku, kind, delta, order_id) VALUES ('HUNDRED', 'return', 1, '${kept.id}');
      UPDATE inventory.stock SET on_hand = on_hand + 1 WHERE sku = 'HUNDRED'`,
  },
  'order.stock-kept': {
    sql: `INSERT INTO inventory.reservations (order_id, sku, quantity, status, updated_at, version)
        VALUES ('${declined}', 'HUNDRED', 1, 'active', now(), 1);
      UPDATE inventory.stock SET reserved = reserved + 1 WHERE sku = 'HUNDRED'`,
    also: ['reservation.unmarked'],
  },
  'payment.refunded-beyond-capture': {
    sql: `UPDATE payments.payments SET refunding = 61 WHERE order_id = '${refunded.id}'`,
    also: ['payment.account-differs'],
  },
  'payment.account-differs': {
    sql: `UPDATE payments.payments SET refunded = 39 WHERE order_id = '${refunded.id}'`,
  },
  'payment.status-differs': {
    sql: `UPDATE payments.payments SET status = 'refunded' WHERE order_id = '${kept.id}'`,
  },
  'payment.order-differs': {
    sql: `UPDATE payments.payments SET tenant_id = 'bob' WHERE order_id = '${kept.id}'`,
  },
  'payment.kept-without-order': {
    sql: `DELETE FROM saga.sagas WHERE definition = 'place-order' AND correlation_id = '${kept.id}';
      UPDATE orders.orders SET status = 'cancelled', saga_id = NULL WHERE id = '${kept.id}';
      INSERT INTO orders.timeline SELECT order_id, gen_random_uuid(), tenant_id, at - interval '7 days', kind, 'order.cancel',
        detail FROM orders.timeline WHERE order_id = '${kept.id}' AND step IS NULL`,
    also: [
      'answer.untrue',
      'event.told-twice',
      'order.stock-kept',
      'payment.order-differs',
      'provider.kept-without-order',
      'reservation.unmarked',
    ],
  },
  'payment.left-alone': {
    sql: `UPDATE payments.payments SET status = 'unknown', updated_at = now() - interval '1 minute'
      WHERE order_id = '${declined}'`,
  },
  'capture.unmarked': {
    sql: `UPDATE saga.steps SET status = 'skipped' WHERE name = 'payment.capture' AND saga_id = ${flowOf(kept.id)}`,
  },
  'capture.marked-only': {
    sql: `UPDATE saga.steps SET status = 'done' WHERE name = 'payment.capture' AND saga_id = ${flowOf(declined)}`,
    also: ['flow.undone-in-part'],
  },
  'capture.without-fact': {
    sql: `DELETE FROM payments.payment_events WHERE fact = 'captured' AND payment_id = '${kept.paymentId}'`,
  },
  'refund.marked-only': {
    sql: `INSERT INTO saga.steps (saga_id, name, generation, kind, status)
      VALUES (${flowOf(kept.id)}, 'payment.refund', 1, 'compensation', 'done')`,
  },
  'refund.payment-differs': {
    sql: `UPDATE payments.refunds SET currency = 'USD' WHERE order_id = '${refunded.id}'`,
    also: ['answer.untrue'],
  },
  'refund.without-fact': {
    sql: `DELETE FROM payments.payment_events WHERE fact = 'refunded' AND payment_id = '${refunded.paymentId}'`,
  },
  'refund.unmarked': {
    sql: `DELETE FROM saga.steps WHERE name = 'payment.refund'
        AND saga_id::text = (SELECT split_part(step_key, ':', 1) FROM payments.refunds WHERE order_id = '${refunded.id}')`,
    also: ['flow.completed-in-part'],
  },
  'refund.left-alone': {
    sql: `UPDATE payments.refunds SET status = 'pending' WHERE order_id = '${refunded.id}';
      UPDATE payments.payments SET refunded = 0, refunding = 40, status = 'captured' WHERE order_id = '${refunded.id}'`,
  },
  'fact.without-effect': {
    sql: `INSERT INTO payments.payment_events (payment_id, subject, fact, source, amount)
      VALUES ('${kept.paymentId}', 'pi_second', 'surplus', 'webhook', 100)`,
  },
  'stock.below-reserved': {
    sql: `UPDATE inventory.stock SET on_hand = -1 WHERE sku = 'RARE';
      INSERT INTO inventory.movements (sku, kind, delta) VALUES ('RARE', 'adjustment', -2)`,
  },
  'stock.reserved-differs': { sql: `UPDATE inventory.stock SET reserved = reserved + 1 WHERE sku = 'HUNDRED'` },
  'stock.movements-differ': { sql: `UPDATE inventory.stock SET on_hand = on_hand + 1 WHERE sku = 'HUNDRED'` },
  'reservation.order-differs': {
    sql: `UPDATE inventory.reservations SET order_id = ${NEVER_WAS} WHERE order_id = '${cancelled.id}'`,
    also: ['movement.without-sale', 'reservation.marked-only', 'reservation.unmarked', 'sale.without-movement'],
  },
  'reservation.unmarked': {
    sql: `DELETE FROM saga.steps WHERE name = 'inventory.reserve' AND saga_id = ${flowOf(kept.id)}`,
    also: ['flow.completed-in-part'],
  },
  'sale.without-movement': {
    sql: `UPDATE inventory.movements SET kind = 'adjustment' WHERE order_id = '${kept.id}'`,
  },
  'movement.without-sale': {
    sql: `INSERT INTO inventory.movements (sku, kind, delta, order_id) VALUES ('HUNDRED', 'return', 1, '${kept.id}');
      UPDATE inventory.stock SET on_hand = on_hand + 1 WHERE sku = 'HUNDRED'`,
  },
  'movement.twice': {
    sql: `INSERT INTO inventory.movements (sku, kind, delta, order_id) VALUES ('HUNDRED', 'sale', -1, '${kept.id}');
      UPDATE inventory.stock SET on_hand = on_hand - 1 WHERE sku = 'HUNDRED'`,
  },
  'flow.twice': {
    sql: `INSERT INTO saga.sagas (id, tenant_id, definition, correlation_id, status, start, updated_at, version)
      SELECT ${NEVER_WAS}, tenant_id, definition, correlation_id, 'compensated', start, updated_at, 1 FROM saga.sagas
      WHERE definition = 'refund-payment' LIMIT 1`,
  },
  'flow.left-alone': {
    sql: `UPDATE saga.sagas SET status = 'running', updated_at = now() - interval '1 minute'
      WHERE id::text = (SELECT split_part(step_key, ':', 1) FROM payments.refunds WHERE order_id = '${refunded.id}')`,
    also: ['answer.too-early'],
  },
  'flow.over-with-open-step': {
    sql: `INSERT INTO saga.steps (saga_id, name, generation, kind, status)
      VALUES (${flowOf(kept.id)}, 'order.confirm', 2, 'forward', 'pending')`,
  },
  'flow.completed-in-part': {
    sql: `DELETE FROM saga.steps WHERE name = 'order.confirm' AND saga_id = ${flowOf(kept.id)}`,
  },
  'flow.undone-in-part': {
    sql: `INSERT INTO saga.steps (saga_id, name, generation, kind, status)
      VALUES (${flowOf(declined)}, 'inventory.reserve', 1, 'forward', 'done')`,
    also: ['reservation.marked-only'],
  },
  'reservation.marked-only': {
    sql: `DELETE FROM inventory.reservations WHERE order_id = '${cancelled.id}';
      UPDATE inventory.movements SET kind = 'adjustment', order_id = NULL WHERE order_id = '${cancelled.id}'`,
  },
  'release.marked-only': {
    sql: `INSERT INTO saga.steps (saga_id, name, generation, kind, status)
      VALUES (${flowOf(kept.id)}, 'inventory.release', 1, 'compensation', 'done')`,
  },
  'answer.missing': {
    sql: `UPDATE idempotency.records SET state = 'processing' WHERE operation = 'orders.place' AND saga_id = ${flowOf(kept.id)}`,
  },
  'answer.too-early': {
    sql: `UPDATE saga.sagas SET status = 'running', updated_at = now() + interval '1 hour'
      WHERE id::text = (SELECT split_part(step_key, ':', 1) FROM payments.refunds WHERE order_id = '${refunded.id}')`,
  },
  'answer.never': {
    sql: `UPDATE idempotency.records SET state = 'processing', saga_id = NULL WHERE saga_id = ${flowOf(kept.id)}`,
  },
  'answer.two-for-one-key': {
    sql: `INSERT INTO idempotency.records (id, tenant_id, operation, key, fingerprint, fingerprint_version, state, status,
        headers, body, decided_at, expires_at)
      SELECT ${NEVER_WAS}, tenant_id, operation, key, fingerprint, fingerprint_version, state, status, headers, body,
        decided_at, expires_at FROM idempotency.records WHERE saga_id = ${flowOf(kept.id)}`,
  },
  'answer.of-another-tenant': {
    sql: `UPDATE idempotency.records SET tenant_id = 'bob' WHERE saga_id = ${flowOf(kept.id)}`,
    also: ['answer.untrue'],
  },
  'answer.untrue': {
    sql: `UPDATE idempotency.records SET body = replace(body, '"total":100', '"total":90') WHERE saga_id = ${flowOf(kept.id)}`,
  },
  'event.not-told': {
    sql: `DELETE FROM orders.timeline WHERE order_id = '${kept.id}' AND step = 'order.confirm';
      DELETE FROM messaging.consumptions c WHERE consumer = 'orders.timeline'
        AND NOT EXISTS (SELECT 1 FROM orders.timeline t WHERE t.message_id = c.message_id)`,
  },
  'event.told-twice': {
    sql: `INSERT INTO orders.timeline SELECT order_id, gen_random_uuid(), tenant_id, at - interval '7 days', kind, step, detail
      FROM orders.timeline WHERE order_id = '${kept.id}' AND step = 'order.confirm'`,
  },
  'event.out-of-order': {
    sql: `UPDATE messaging.consumptions SET consumed_at = consumed_at - interval '1 hour' WHERE message_id =
      (SELECT message_id FROM orders.timeline WHERE order_id = '${kept.id}' AND step = 'order.confirm')`,
  },
  'event.consumed-unmarked': {
    sql: `DELETE FROM messaging.consumptions WHERE message_id =
      (SELECT message_id FROM orders.timeline WHERE order_id = '${kept.id}' AND step = 'order.confirm')`,
  },
  'notice.unmarked': {
    sql: `DELETE FROM messaging.consumptions WHERE consumer = 'payments' AND message_id =
      (SELECT id FROM messaging.inbox WHERE aggregate_id = '${kept.id}' LIMIT 1)`,
  },
  'notice.marked-only': {
    sql: `UPDATE messaging.inbox SET status = 'parked' WHERE id =
      (SELECT id FROM messaging.inbox WHERE aggregate_id = '${kept.id}' LIMIT 1)`,
  },
  'notice.left-alone': {
    sql: `INSERT INTO messaging.inbox (id, provider, event_id, type, meaning, raw, status)
      VALUES (${NEVER_WAS}, 'sandbox', 'evt_lost', 'x', '', '', 'received')`,
  },
  'notice.twice': {
    sql: `INSERT INTO messaging.inbox (id, provider, event_id, type, meaning, raw, status)
      SELECT ${NEVER_WAS}, provider, event_id, type, meaning, raw, 'quarantined' FROM messaging.inbox
      WHERE aggregate_id = '${kept.id}' LIMIT 1`,
  },
  'event.not-sent': {
    sql: `INSERT INTO messaging.outbox (id, tenant_id, name, aggregate_id, payload)
      VALUES (gen_random_uuid(), 'alice', 'orders.order-confirmed', ${NEVER_WAS}, '{}')`,
  },
  'event.dead': {
    sql: `INSERT INTO messaging.deliveries (consumer, position, message_id, tenant_id, name, aggregate_id, payload, occurred_at, dead_at, error)
      VALUES ('orders.timeline', 1, gen_random_uuid(), 'alice', 'orders.order-confirmed', ${NEVER_WAS}, '{}', now(), now(), 'x')`,
  },
  'event.marked-only': {
    sql: `INSERT INTO messaging.consumptions (consumer, message_id) VALUES ('orders.timeline', ${NEVER_WAS})`,
  },
});
