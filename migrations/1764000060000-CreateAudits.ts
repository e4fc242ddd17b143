import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What each nightly audit has found: a row a night. */
export class CreateAudits1764000060000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA operations;
      CREATE TABLE operations.audits (
        id uuid CONSTRAINT audits_pkey PRIMARY KEY,
        finished_at timestamptz NOT NULL DEFAULT now(),
        violations bigint NOT NULL,
        report jsonb NOT NULL
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA operations CASCADE');
  }
}
