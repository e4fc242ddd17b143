import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Small partial indexes on what is counted every few seconds; no row on its normal way is in them. */
export class IndexWhatIsWatched1764000076000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX sagas_compensating ON saga.sagas (created_at) WHERE status = 'compensating';
      CREATE INDEX deliveries_dead ON messaging.deliveries (consumer) WHERE dead_at IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX messaging.deliveries_dead; DROP INDEX saga.sagas_compensating;');
  }
}
