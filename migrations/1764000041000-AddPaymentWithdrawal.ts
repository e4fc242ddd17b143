import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Payments that are to be given up as soon as they wait for a customer, and why. */
export class AddPaymentWithdrawal1764000041000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE payments.payments ADD COLUMN withdrawal jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE payments.payments DROP COLUMN withdrawal');
  }
}
