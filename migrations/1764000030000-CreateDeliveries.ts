import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The way of a message from the outbox to each of its consumers. */
export class CreateDeliveries1764000030000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE messaging.subscriptions (
        consumer text NOT NULL,
        event text NOT NULL,
        CONSTRAINT subscriptions_pkey PRIMARY KEY (consumer, event)
      );

      -- Half of each page stays free for the claim, an update that touches no index.
      CREATE TABLE messaging.deliveries (
        consumer text NOT NULL,
        position bigint NOT NULL,
        message_id uuid NOT NULL,
        tenant_id text NOT NULL,
        name text NOT NULL,
        aggregate_id uuid NOT NULL,
        payload jsonb NOT NULL,
        occurred_at timestamptz NOT NULL,
        ready_at timestamptz NOT NULL DEFAULT now(),
        claim uuid,
        attempts integer NOT NULL DEFAULT 0,
        error text,
        dead_at timestamptz,
        CONSTRAINT deliveries_pkey PRIMARY KEY (aggregate_id, consumer, position)
      ) WITH (fillfactor = 50);
      CREATE INDEX deliveries_alive ON messaging.deliveries (consumer, position) WHERE dead_at IS NULL;

      -- The relay takes messages by position; the id is checked where it is consumed.
      ALTER TABLE messaging.outbox DROP CONSTRAINT outbox_pkey, ADD CONSTRAINT outbox_pkey PRIMARY KEY (position);
    `);
  }

  /** The consumptions stay: they belong to the inbox as well, and go with the schema. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE messaging.outbox DROP CONSTRAINT outbox_pkey, ADD CONSTRAINT outbox_pkey PRIMARY KEY (id);
      DROP TABLE messaging.deliveries;
      DROP TABLE messaging.subscriptions;
    `);
  }
}
