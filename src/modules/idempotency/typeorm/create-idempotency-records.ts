import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The one table of the door, in a schema of its own, for the `migrations` of an application's data source. One row per
 * caller's key: the claim and the answer.
 */
export class CreateIdempotencyRecords1764000060000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA idempotency;
      CREATE TABLE idempotency.records (
        id uuid CONSTRAINT records_pkey PRIMARY KEY,
        tenant_id text NOT NULL,
        operation text NOT NULL,
        key text NOT NULL,
        fingerprint bytea NOT NULL,
        fingerprint_version integer NOT NULL,
        state text NOT NULL,
        saga_id uuid,
        status integer,
        headers jsonb,
        body text,
        created_at timestamptz NOT NULL DEFAULT now(),
        decided_at timestamptz,
        expires_at timestamptz,
        version integer NOT NULL DEFAULT 1,
        CONSTRAINT records_once_per_key UNIQUE (tenant_id, operation, key),
        CONSTRAINT records_state_known CHECK (state IN ('processing', 'decided')),
        CONSTRAINT records_key_length CHECK (length(key) BETWEEN 1 AND 255),
        CONSTRAINT records_answer_whole CHECK (
          (state = 'decided') = (status IS NOT NULL AND headers IS NOT NULL AND body IS NOT NULL AND decided_at IS NOT NULL
            AND expires_at IS NOT NULL))
      );
      CREATE INDEX records_of_saga ON idempotency.records (saga_id);
      CREATE INDEX records_by_expiry ON idempotency.records (expires_at) WHERE state = 'decided';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA idempotency CASCADE');
  }
}
