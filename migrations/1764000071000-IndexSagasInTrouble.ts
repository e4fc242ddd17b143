import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets an operator find the few sagas that need a person; no row on its normal way is in it. */
export class IndexSagasInTrouble1764000071000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX sagas_in_trouble ON saga.sagas (id) WHERE attention IS NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX saga.sagas_in_trouble');
  }
}
