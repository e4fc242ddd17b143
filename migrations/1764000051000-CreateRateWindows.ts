import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What each tenant has asked in its current minute, counted for all instances together. Unlogged: counting costs no write
 * to the journal, and a database that has crashed begins to count anew.
 */
export class CreateRateWindows1764000051000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA http;
      CREATE UNLOGGED TABLE http.rate_windows (
        tenant_id text NOT NULL,
        used bigint NOT NULL,
        ends_at timestamptz NOT NULL,
        CONSTRAINT rate_windows_pkey PRIMARY KEY (tenant_id),
        CONSTRAINT rate_windows_used_positive CHECK (used > 0)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE http.rate_windows; DROP SCHEMA http');
  }
}
