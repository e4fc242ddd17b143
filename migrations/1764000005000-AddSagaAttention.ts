import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sagas in trouble, sagas that others wait for, and a small index for the sweep that looks at the undecided ones. */
export class AddSagaAttention1764000005000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE saga.sagas
        ADD COLUMN attention jsonb,
        ADD COLUMN joined boolean NOT NULL DEFAULT false,
        ALTER COLUMN deadline_ms DROP NOT NULL,
        DROP CONSTRAINT sagas_status_known,
        ADD CONSTRAINT sagas_status_known CHECK (status IN ('running', 'compensating', 'completed', 'compensated'));
      CREATE INDEX sagas_running ON saga.sagas (created_at) WHERE status = 'running';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX saga.sagas_running;
      ALTER TABLE saga.sagas
        DROP COLUMN attention,
        DROP COLUMN joined,
        ALTER COLUMN deadline_ms SET NOT NULL,
        DROP CONSTRAINT sagas_status_known,
        ADD CONSTRAINT sagas_status_known
          CHECK (status IN ('running', 'compensating', 'completed', 'compensated', 'needs_attention'));
    `);
  }
}
