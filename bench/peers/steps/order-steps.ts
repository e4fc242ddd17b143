import type { CaptureClient } from '../http/capture.client.ts';
import type { OrderRequest } from '../http/order-request.ts';
import pg from 'pg';

/** What the first step has made of a request. */
export interface PaidOrder {
  readonly id: string;
  readonly total: number;
  readonly currency: string;
  readonly lines: readonly { readonly sku: string; readonly quantity: number; readonly unitPrice: number }[];
}

/** As many connections as the service has by default. */
const CONNECTIONS = 8;

/** Writes the order with its payment. ON CONFLICT: the step may run again after a crash. */
const PAID = `
  WITH line AS (SELECT * FROM unnest($5::text[], $6::bigint[], $7::bigint[]) AS l(sku, quantity, unit_price)),
  placed AS (
    INSERT INTO orders (id, customer_id, status, currency, total) VALUES ($1, $2, 'pending', $3, $4)
    ON CONFLICT DO NOTHING RETURNING id
  ), lines AS (
    INSERT INTO order_lines (order_id, sku, quantity, unit_price)
    SELECT placed.id, sku, quantity, unit_price FROM placed CROSS JOIN line
  )
  INSERT INTO payments (order_id, amount, captured, status, reference) SELECT id, $4, $4, 'captured', $8 FROM placed`;

/** Takes the stock for an order once: whose reservation is there already, takes nothing. */
const RESERVED = `
  WITH reserved AS (
    INSERT INTO reservations (order_id, sku, quantity)
    SELECT $1, * FROM unnest($2::text[], $3::bigint[]) ON CONFLICT DO NOTHING RETURNING sku, quantity
  )
  UPDATE stock AS s SET on_hand = s.on_hand - r.quantity FROM reserved AS r WHERE r.sku = s.sku`;

/** The three steps of an order, one statement and one commit each, every one of which may be repeated. */
export class OrderSteps {
  private readonly pool: pg.Pool;
  private readonly provider: CaptureClient;

  constructor(databaseUrl: string, provider: CaptureClient) {
    this.pool = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS });
    this.provider = provider;
  }

  /** Step 1: priced, captured, written down. */
  async pay(id: string, { customerId, items, paymentMethod }: OrderRequest): Promise<PaidOrder> {
    const { rows: prices } = await this.pool.query<{ sku: string; unit_price: string; currency: string }>({
      name: 'prices',
      text: 'SELECT sku, unit_price, currency FROM stock WHERE sku = ANY($1)',
      values: [items.map(({ sku }) => sku)],
    });
    const lines = items.map(({ sku, quantity }) => {
      const unitPrice = Number(prices.find((price) => price.sku === sku)!.unit_price);
      return { sku, quantity, unitPrice };
    });
    const total = lines.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0);
    const { currency } = prices[0]!;
    const captured = await this.provider.capture({
      key: `${id}:payment.capture`,
      amount: total,
      currency,
      paymentMethod,
      metadata: { orderId: id },
    });
    if ('declined' in captured) throw new Error('only the way to a confirmed order is written here');
    await this.pool.query({
      name: 'paid',
      text: PAID,
      values: [
        id,
        customerId,
        currency,
        total,
        lines.map(({ sku }) => sku),
        lines.map(({ quantity }) => quantity),
        lines.map(({ unitPrice }) => unitPrice),
        captured.reference,
      ],
    });
    return { id, total, currency, lines };
  }

  /** Step 2. */
  async reserve({ id, lines }: PaidOrder): Promise<void> {
    const values = [id, lines.map(({ sku }) => sku), lines.map(({ quantity }) => quantity)];
    await this.pool.query({ name: 'reserved', text: RESERVED, values });
  }

  /** Step 3. */
  async confirm({ id }: PaidOrder): Promise<void> {
    const text = `UPDATE orders SET status = 'confirmed', updated_at = now() WHERE id = $1 AND status = 'pending'`;
    await this.pool.query({ name: 'confirmed', text, values: [id] });
  }
}

/** What the caller is told. */
export const confirmedOrder = ({ customerId }: OrderRequest, { id, total, currency, lines }: PaidOrder) => ({
  id,
  status: 'confirmed',
  customerId,
  currency,
  total,
  items: lines.map((line) => ({ ...line, lineTotal: line.quantity * line.unitPrice })),
});
