import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Refunds that somebody asked for: they may fail, and together with all others never give back more than was captured. */
export class AddRequestedRefunds1764000040000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE payments.payments ADD COLUMN refunding bigint NOT NULL DEFAULT 0;
      UPDATE payments.payments AS p SET refunding = least(p.captured - p.refunded, r.amount)
        FROM (SELECT payment_id, sum(amount) AS amount FROM payments.refunds
              WHERE status <> 'succeeded' AND surplus_reference IS NULL GROUP BY payment_id) AS r
        WHERE r.payment_id = p.id;
      ALTER TABLE payments.payments
        DROP CONSTRAINT payments_never_overrefunded,
        ADD CONSTRAINT payments_never_overrefunded
          CHECK (refunded >= 0 AND refunding >= 0 AND refunded + refunding <= captured);

      ALTER TABLE payments.refunds ADD COLUMN owed boolean NOT NULL DEFAULT true;
      DROP INDEX payments.refunds_open;
      CREATE INDEX refunds_open ON payments.refunds (attempted_at)
        WHERE status = 'pending' OR (status = 'failed' AND owed);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX payments.refunds_open;
      CREATE INDEX refunds_open ON payments.refunds (attempted_at) WHERE status <> 'succeeded';
      ALTER TABLE payments.refunds DROP COLUMN owed;
      ALTER TABLE payments.payments
        DROP CONSTRAINT payments_never_overrefunded,
        ADD CONSTRAINT payments_never_overrefunded CHECK (refunded BETWEEN 0 AND captured),
        DROP COLUMN refunding;
    `);
  }
}
