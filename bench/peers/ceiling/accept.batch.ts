import { type NewOrder } from './new-order.ts';
import type pg from 'pg';
import { v7 } from 'uuid';

/** What became of an order at its acceptance: its price, or nothing when its key was taken or a SKU is unknown. */
export interface Accepted {
  readonly total: number;
  readonly currency: string;
  readonly lines: readonly { readonly sku: string; readonly quantity: number; readonly unitPrice: number }[];
}

/**
 * The claim first, then everything that an accepted order consists of, all in one statement and one commit.
 * DO NOTHING: of two requests with one key the second waits for the first's commit and then finds that it has lost.
 */
const ACCEPT = `
  WITH wanted AS MATERIALIZED (
    SELECT * FROM unnest($1::uuid[], $2::text[], $3::bytea[], $4::uuid[], $5::uuid[], $6::uuid[], $7::text[], $8::text[],
      $9::timestamptz[], $10::uuid[])
      AS w(record_id, key, fingerprint, order_id, saga_id, payment_id, customer_id, payment_method, at, message_id)
  ), priced AS MATERIALIZED (
    SELECT l.order_id, l.sku, l.position, l.quantity, s.unit_price, s.currency
    FROM unnest($11::uuid[], $12::text[], $13::int[], $14::bigint[]) AS l(order_id, sku, position, quantity)
    JOIN inventory.stock AS s ON s.sku = l.sku
  ), totals AS MATERIALIZED (
    SELECT order_id, sum(quantity * unit_price) AS total, min(currency) AS currency, count(*)::int AS lines,
      json_agg(json_build_object('sku', sku, 'quantity', quantity, 'unitPrice', unit_price) ORDER BY position) AS items
    FROM priced GROUP BY order_id
  ), claimed AS (
    INSERT INTO idempotency.records
      (id, tenant_id, operation, key, fingerprint, fingerprint_version, state, saga_id)
    SELECT record_id, 'bench', 'orders.place', key, fingerprint, 1, 'processing', saga_id
    FROM wanted JOIN totals USING (order_id)
    ON CONFLICT (tenant_id, operation, key) DO NOTHING RETURNING id
  ), accepted AS MATERIALIZED (
    SELECT w.*, t.total, t.currency, t.items FROM wanted AS w JOIN claimed AS c ON c.id = w.record_id JOIN totals AS t USING (order_id)
  ), placed AS (
    INSERT INTO orders.orders
      (id, tenant_id, customer_id, status, currency, total, payment_method, payment_id, saga_id, operation_key,
       created_at, updated_at, version)
    SELECT order_id, 'bench', customer_id, 'pending', currency, total, payment_method, payment_id, saga_id,
      sha256(convert_to(key, 'UTF8')), at, at, 1 FROM accepted
  ), lines AS (
    INSERT INTO orders.order_lines (order_id, sku, position, quantity, unit_price, line_total)
    SELECT p.order_id, p.sku, p.position, p.quantity, p.unit_price, p.quantity * p.unit_price
    FROM priced AS p JOIN accepted AS a USING (order_id)
  ), requested AS (
    INSERT INTO payments.payments
      (id, tenant_id, order_id, saga_id, amount, currency, captured, refunded, status, payment_method, provider, step_key,
       created_at, updated_at, version)
    SELECT payment_id, 'bench', order_id, saga_id, total, currency, 0, 0, 'pending', payment_method, 'sandbox',
      saga_id || ':payment.capture', at, at, 1 FROM accepted
  ), sagas AS (
    INSERT INTO saga.sagas
      (id, tenant_id, definition, correlation_id, status, start, entry_operation, operation_key, deadline_ms, updated_at, version)
    SELECT saga_id, 'bench', 'place-order', order_id, 'running',
      jsonb_build_object('tenantId', 'bench', 'orderId', order_id, 'sagaId', saga_id, 'paymentId', payment_id,
        'total', total, 'currency', currency, 'paymentMethod', payment_method, 'lines', items),
      'orders.place', sha256(convert_to(key, 'UTF8')), 900000, at, 1 FROM accepted
  ), steps AS (
    INSERT INTO saga.steps (saga_id, name, generation, kind, status)
    SELECT saga_id, 'payment.capture', 1, 'forward', 'pending' FROM accepted
  ), jobs AS (
    INSERT INTO queue.jobs (name, key, payload)
    SELECT 'payments.capture', saga_id || ':payment.capture', json_build_object('paymentId', payment_id, 'generation', 1)
    FROM accepted
  ), told AS (
    INSERT INTO messaging.outbox (id, tenant_id, name, aggregate_id, payload)
    SELECT message_id, 'bench', 'orders.order-placed', order_id,
      jsonb_build_object('tenantId', 'bench', 'orderId', order_id, 'sagaId', saga_id, 'paymentId', payment_id,
        'total', total, 'currency', currency, 'paymentMethod', payment_method, 'lines', items)
    FROM accepted
  )
  SELECT order_id, total::float8 AS total, currency, items FROM accepted`;

interface Row {
  order_id: string;
  total: number;
  currency: string;
  items: Accepted['lines'];
}

/** Accepts these orders in one commit. */
export async function acceptOrders(client: pg.Client, orders: readonly NewOrder[]): Promise<(Accepted | undefined)[]> {
  const lines = orders.flatMap(({ orderId, request }) =>
    request.items.map(({ sku, quantity }, position) => ({ orderId, sku, position, quantity })),
  );
  const { rows } = await client.query<Row>({
    name: 'accept',
    text: ACCEPT,
    values: [
      orders.map((order) => order.recordId),
      orders.map((order) => order.key),
      orders.map((order) => order.fingerprint),
      orders.map((order) => order.orderId),
      orders.map((order) => order.sagaId),
      orders.map((order) => order.paymentId),
      orders.map((order) => order.request.customerId),
      orders.map((order) => order.request.paymentMethod),
      orders.map((order) => order.at),
      orders.map(() => v7()),
      lines.map((line) => line.orderId),
      lines.map((line) => line.sku),
      lines.map((line) => line.position),
      lines.map((line) => line.quantity),
    ],
  });
  const accepted = new Map(rows.map((row) => [row.order_id, row]));
  return orders.map(({ orderId }) => {
    const row = accepted.get(orderId);
    return row && { total: row.total, currency: row.currency, lines: row.items };
  });
}
