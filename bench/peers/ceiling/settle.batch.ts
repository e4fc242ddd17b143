import type { NewOrder } from './new-order.ts';
import type pg from 'pg';
import { v7 } from 'uuid';

/** A captured order with its answer. */
export interface CapturedOrder {
  readonly order: NewOrder;
  readonly reference: string;
  readonly total: number;
  /** What the caller is told, and every later caller with the same key. */
  readonly body: string;
  readonly at: Date;
}

/**
 * The rest of an order in one statement and one commit; stock last and once per SKU, because it is the row that others
 * want too. Stock never goes below zero: its CHECK would refuse the whole batch.
 */
const SETTLE = `
  WITH settled AS MATERIALIZED (
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::bigint[], $7::text[],
      $8::timestamptz[], $9::uuid[], $10::uuid[])
      AS s(record_id, order_id, saga_id, payment_id, reference, total, body, at, captured_message, confirmed_message)
  ), paid AS (
    UPDATE payments.payments AS p
    SET status = 'captured', captured = s.total, provider_reference = s.reference, updated_at = s.at, version = p.version + 1
    FROM settled AS s WHERE p.id = s.payment_id AND p.status = 'pending'
  ), fact AS (
    INSERT INTO payments.payment_events (payment_id, fact, subject, source, amount, detail)
    SELECT payment_id, 'captured', saga_id || ':payment.capture', 'answer', total,
      jsonb_build_object('providerReference', reference) FROM settled
  ), captured AS (
    UPDATE saga.steps AS t SET status = 'done', finished_at = now() FROM settled AS s
    WHERE t.saga_id = s.saga_id AND t.name = 'payment.capture' AND t.generation = 1 AND t.status = 'pending'
  ), steps AS (
    INSERT INTO saga.steps (saga_id, name, generation, kind, status, finished_at)
    SELECT s.saga_id, n.name, 1, 'forward', 'done', now()
    FROM settled AS s CROSS JOIN (VALUES ('inventory.reserve'), ('order.confirm')) AS n(name)
  ), confirmed AS (
    UPDATE orders.orders AS o SET status = 'confirmed', updated_at = s.at, version = o.version + 1
    FROM settled AS s WHERE o.id = s.order_id
  ), completed AS (
    UPDATE saga.sagas AS g SET status = 'completed', updated_at = s.at, version = g.version + 1
    FROM settled AS s WHERE g.id = s.saga_id
  ), told AS (
    INSERT INTO messaging.outbox (id, tenant_id, name, aggregate_id, payload)
    SELECT captured_message, 'bench', 'payments.payment-captured', order_id,
      jsonb_build_object('tenantId', 'bench', 'orderId', order_id, 'paymentId', payment_id) FROM settled
    UNION ALL
    SELECT confirmed_message, 'bench', 'orders.order-confirmed', order_id,
      jsonb_build_object('tenantId', 'bench', 'orderId', order_id) FROM settled
  ), answered AS (
    UPDATE idempotency.records AS r
    SET state = 'decided', status = 201, headers = jsonb_build_object('location', '/api/orders/' || s.order_id, 'etag', '"2"', 'content-type', 'application/json; charset=utf-8'), body = s.body,
      decided_at = now(), expires_at = now() + interval '24 hours', version = r.version + 1
    FROM settled AS s WHERE r.id = s.record_id
  ), worked AS (
    DELETE FROM queue.jobs AS j USING settled AS s WHERE j.key = s.saga_id || ':payment.capture'
  ), sold AS MATERIALIZED (
    SELECT * FROM unnest($11::uuid[], $12::text[], $13::bigint[]) AS l(order_id, sku, quantity)
  ), reserved AS (
    INSERT INTO inventory.reservations (order_id, sku, quantity, status, updated_at, version)
    SELECT order_id, sku, quantity, 'sold', now(), 1 FROM sold
  ), moved AS (
    INSERT INTO inventory.movements (sku, kind, delta, order_id) SELECT sku, 'sale', -quantity, order_id FROM sold
  )
  UPDATE inventory.stock AS k SET on_hand = k.on_hand - s.quantity, version = k.version + 1
  FROM (SELECT sku, sum(quantity) AS quantity FROM sold GROUP BY sku ORDER BY sku) AS s WHERE k.sku = s.sku`;

/** Settles these orders in one commit. */
export async function settleOrders(client: pg.Client, settled: readonly CapturedOrder[]): Promise<undefined[]> {
  const lines = settled.flatMap(({ order }) =>
    order.request.items.map((item) => ({ orderId: order.orderId, ...item })),
  );
  await client.query({
    name: 'settle',
    text: SETTLE,
    values: [
      settled.map(({ order }) => order.recordId),
      settled.map(({ order }) => order.orderId),
      settled.map(({ order }) => order.sagaId),
      settled.map(({ order }) => order.paymentId),
      settled.map(({ reference }) => reference),
      settled.map(({ total }) => total),
      settled.map(({ body }) => body),
      settled.map(({ at }) => at),
      settled.map(() => v7()),
      settled.map(() => v7()),
      lines.map(({ orderId }) => orderId),
      lines.map(({ sku }) => sku),
      lines.map(({ quantity }) => quantity),
    ],
  });
  return settled.map(() => undefined);
}
