import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Numbered attempts: a new key only after the effect of the old one is disproved. */
export class AddPaymentGenerations1764000006000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE payments.payments
        ADD COLUMN generation integer NOT NULL DEFAULT 1,
        ADD COLUMN attempted_at timestamptz NOT NULL DEFAULT now(),
        ADD COLUMN key_since timestamptz NOT NULL DEFAULT now();
      ALTER TABLE payments.refunds
        ADD COLUMN generation integer NOT NULL DEFAULT 1,
        ADD COLUMN attempted_at timestamptz NOT NULL DEFAULT now(),
        ADD COLUMN key_since timestamptz NOT NULL DEFAULT now();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE payments.payments DROP COLUMN generation, DROP COLUMN attempted_at, DROP COLUMN key_since;
      ALTER TABLE payments.refunds DROP COLUMN generation, DROP COLUMN attempted_at, DROP COLUMN key_since;
    `);
  }
}
