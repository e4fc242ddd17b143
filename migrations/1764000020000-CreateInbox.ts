import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What others told us, once per message, as the bytes that were sent; and which consumer is through with which. */
export class CreateInbox1764000020000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE messaging.inbox (
        id uuid CONSTRAINT inbox_pkey PRIMARY KEY,
        provider text NOT NULL,
        account text NOT NULL DEFAULT '',
        event_id text NOT NULL,
        type text NOT NULL,
        meaning bytea NOT NULL,
        raw bytea NOT NULL,
        status text NOT NULL,
        detail text,
        received_at timestamptz NOT NULL DEFAULT now(),
        decided_at timestamptz,
        CONSTRAINT inbox_once_per_event UNIQUE (provider, account, event_id),
        CONSTRAINT inbox_status_known CHECK (status IN ('received', 'applied', 'ignored', 'parked', 'quarantined'))
      );
      CREATE INDEX inbox_open ON messaging.inbox (received_at) WHERE status IN ('received', 'parked');
      CREATE INDEX inbox_quarantined ON messaging.inbox (received_at) WHERE status = 'quarantined';

      CREATE TABLE messaging.consumptions (
        consumer text NOT NULL,
        message_id uuid NOT NULL,
        consumed_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT consumptions_pkey PRIMARY KEY (consumer, message_id)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE messaging.consumptions; DROP TABLE messaging.inbox;');
  }
}
