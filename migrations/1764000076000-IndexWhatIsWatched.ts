import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A small partial index on what is counted every few seconds; no row on its normal way is in it. */
export class IndexWhatIsWatched1764000076000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX sagas_compensating ON saga.sagas (created_at) WHERE status = 'compensating'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX saga.sagas_compensating');
  }
}
