import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Catalogue and stock: they belong to the installation, not to a tenant. */
export class CreateInventory1764000001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA inventory;
      CREATE TABLE inventory.stock (
        sku text CONSTRAINT stock_pkey PRIMARY KEY,
        name text NOT NULL,
        unit_price bigint NOT NULL,
        currency text NOT NULL,
        on_hand bigint NOT NULL,
        reserved bigint NOT NULL DEFAULT 0,
        version integer NOT NULL,
        CONSTRAINT stock_price_not_negative CHECK (unit_price >= 0),
        CONSTRAINT stock_reserved_not_negative CHECK (reserved >= 0),
        CONSTRAINT stock_never_oversold CHECK (on_hand >= reserved)
      );

      CREATE TABLE inventory.reservations (
        order_id uuid NOT NULL,
        sku text NOT NULL,
        quantity bigint NOT NULL,
        status text NOT NULL,
        updated_at timestamptz NOT NULL,
        version integer NOT NULL,
        CONSTRAINT reservations_pkey PRIMARY KEY (order_id, sku),
        CONSTRAINT reservations_quantity_positive CHECK (quantity > 0),
        CONSTRAINT reservations_status_known CHECK (status IN ('active', 'released', 'sold', 'returned'))
      );

      CREATE TABLE inventory.movements (
        id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT movements_pkey PRIMARY KEY,
        sku text NOT NULL,
        kind text NOT NULL CONSTRAINT movements_kind_known CHECK (kind IN ('set', 'adjustment', 'sale', 'return')),
        delta bigint NOT NULL,
        reason text,
        order_id uuid,
        operation_key bytea CONSTRAINT movements_once_per_operation UNIQUE,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT movements_once_per_order UNIQUE (order_id, sku, kind)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA inventory CASCADE');
  }
}
