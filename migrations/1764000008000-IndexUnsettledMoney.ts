import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Small partial indexes on the rare states that the recovery sweep looks for. */
export class IndexUnsettledMoney1764000008000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX payments_open ON payments.payments (updated_at)
        WHERE status IN ('pending', 'unknown', 'processing', 'requires_action');
      CREATE INDEX refunds_open ON payments.refunds (attempted_at) WHERE status <> 'succeeded';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX payments.payments_open; DROP INDEX payments.refunds_open;');
  }
}
