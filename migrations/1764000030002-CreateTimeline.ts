import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What happened to an order, in sentences, as its events tell it. */
export class CreateTimeline1764000030002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE orders.timeline (
        order_id uuid NOT NULL,
        message_id uuid NOT NULL,
        tenant_id text NOT NULL,
        at timestamptz NOT NULL,
        kind text NOT NULL,
        step text,
        detail text NOT NULL,
        CONSTRAINT timeline_pkey PRIMARY KEY (order_id, message_id)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE orders.timeline');
  }
}
