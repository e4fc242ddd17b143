import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets an operator find the sagas that turned back; one that goes its way forward is never in it. */
export class IndexSagasTurnedBack1764000074000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX sagas_turned_back ON saga.sagas (id) WHERE status IN ('compensating', 'compensated')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX saga.sagas_turned_back');
  }
}
