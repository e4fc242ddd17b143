import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Granted cancels, so that their keys are known after the stored answers are gone. */
export class CreateCancellations1764000010000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE orders.cancellations (
        operation_key bytea CONSTRAINT cancellations_pkey PRIMARY KEY,
        order_id uuid NOT NULL CONSTRAINT cancellations_order_id_fkey REFERENCES orders.orders (id),
        reason text,
        requested_at timestamptz NOT NULL
      );
      CREATE INDEX cancellations_order_id ON orders.cancellations (order_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE orders.cancellations');
  }
}
