import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets the sweep find what has expired without reading what has not. */
export class IndexRecordExpiry1764000007000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX records_by_expiry ON idempotency.records (expires_at) WHERE state = 'decided'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX idempotency.records_by_expiry');
  }
}
