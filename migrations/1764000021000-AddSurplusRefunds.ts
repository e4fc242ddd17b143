import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Refunds of money that was taken a second time: they give back another provider payment than the order's own. */
export class AddSurplusRefunds1764000021000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE payments.refunds ADD COLUMN surplus_reference text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE payments.refunds DROP COLUMN surplus_reference');
  }
}
