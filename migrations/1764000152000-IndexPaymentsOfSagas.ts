import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the payment that a saga makes, which whoever polls an order asks for; a payment never changes its saga. */
export class IndexPaymentsOfSagas1764000152000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX payments_of_saga ON payments.payments (saga_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX payments.payments_of_saga');
  }
}
