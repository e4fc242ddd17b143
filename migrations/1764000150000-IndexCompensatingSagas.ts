import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets the overview count what is being undone; a saga that never turns back is never in it. */
export class IndexCompensatingSagas1764000150000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX sagas_compensating ON saga.sagas (created_at) WHERE status = 'compensating'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX saga.sagas_compensating');
  }
}
