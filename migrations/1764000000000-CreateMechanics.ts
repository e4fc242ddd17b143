import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Schemas and the tables that keep work once-only: sagas, markers, the outbox, living workers. */
export class CreateMechanics1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA saga;
      CREATE TABLE saga.sagas (
        id uuid CONSTRAINT sagas_pkey PRIMARY KEY,
        tenant_id text NOT NULL,
        definition text NOT NULL,
        correlation_id uuid NOT NULL,
        status text NOT NULL,
        start jsonb NOT NULL,
        failure jsonb,
        stop jsonb,
        entry_operation text,
        operation_key bytea,
        deadline_ms bigint NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL,
        version integer NOT NULL,
        CONSTRAINT sagas_once_per_aggregate UNIQUE (definition, correlation_id),
        CONSTRAINT sagas_once_per_operation UNIQUE (operation_key),
        CONSTRAINT sagas_status_known
          CHECK (status IN ('running', 'compensating', 'completed', 'compensated', 'needs_attention'))
      );

      CREATE TABLE saga.steps (
        saga_id uuid NOT NULL CONSTRAINT steps_saga_id_fkey REFERENCES saga.sagas (id),
        name text NOT NULL,
        generation integer NOT NULL,
        kind text NOT NULL CONSTRAINT steps_kind_known CHECK (kind IN ('forward', 'compensation')),
        status text NOT NULL CONSTRAINT steps_status_known
          CHECK (status IN ('pending', 'unknown', 'done', 'refused', 'skipped')),
        position bigint GENERATED ALWAYS AS IDENTITY,
        created_at timestamptz NOT NULL DEFAULT now(),
        finished_at timestamptz,
        CONSTRAINT steps_pkey PRIMARY KEY (saga_id, name, generation)
      );

      CREATE SCHEMA messaging;
      CREATE TABLE messaging.outbox (
        position bigint GENERATED ALWAYS AS IDENTITY,
        id uuid CONSTRAINT outbox_pkey PRIMARY KEY,
        tenant_id text NOT NULL,
        name text NOT NULL,
        aggregate_id uuid NOT NULL,
        payload jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );

      CREATE SCHEMA jobs;
      CREATE TABLE jobs.workers (
        id text CONSTRAINT workers_pkey PRIMARY KEY,
        seen_at timestamptz NOT NULL
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP SCHEMA jobs CASCADE;
      DROP SCHEMA messaging CASCADE;
      DROP SCHEMA saga CASCADE;
    `);
  }
}
