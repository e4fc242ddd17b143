import type { MigrationInterface, QueryRunner } from 'typeorm';

/** News about a second payment finds the refund that gives it back; few refunds are of that kind. */
export class IndexSurplusRefunds1764000042000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX refunds_of_surplus ON payments.refunds (surplus_reference) WHERE surplus_reference IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX payments.refunds_of_surplus');
  }
}
