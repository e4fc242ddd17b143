import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Orders with the prices they were placed at. */
export class CreateOrders1764000003000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA orders;
      CREATE TABLE orders.orders (
        id uuid CONSTRAINT orders_pkey PRIMARY KEY,
        tenant_id text NOT NULL,
        customer_id text NOT NULL,
        status text NOT NULL,
        currency text NOT NULL,
        total bigint NOT NULL,
        payment_method text,
        note text,
        payment_id uuid,
        saga_id uuid,
        failure jsonb,
        operation_key bytea,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        version integer NOT NULL,
        CONSTRAINT orders_once_per_operation UNIQUE (operation_key),
        CONSTRAINT orders_total_not_negative CHECK (total >= 0),
        CONSTRAINT orders_status_known
          CHECK (status IN ('draft', 'pending', 'confirmed', 'cancelling', 'cancelled', 'needs_attention'))
      );
      CREATE INDEX orders_newest_first ON orders.orders (tenant_id, id DESC);
      CREATE INDEX orders_of_customer ON orders.orders (tenant_id, customer_id, id DESC);

      CREATE TABLE orders.order_lines (
        order_id uuid NOT NULL CONSTRAINT order_lines_order_id_fkey REFERENCES orders.orders (id),
        sku text NOT NULL,
        position integer NOT NULL,
        quantity bigint NOT NULL,
        unit_price bigint NOT NULL,
        line_total bigint NOT NULL,
        CONSTRAINT order_lines_pkey PRIMARY KEY (order_id, sku),
        CONSTRAINT order_lines_quantity_positive CHECK (quantity > 0),
        CONSTRAINT order_lines_add_up CHECK (line_total = quantity * unit_price)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA orders CASCADE');
  }
}
