import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a message of others turned out to be about, so that it can be told with everything else about it. */
export class AddInboxAggregate1764000031000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE messaging.inbox ADD COLUMN aggregate_id uuid;
      CREATE INDEX inbox_of_aggregate ON messaging.inbox (aggregate_id) WHERE aggregate_id IS NOT NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX messaging.inbox_of_aggregate;
      ALTER TABLE messaging.inbox DROP COLUMN aggregate_id;
    `);
  }
}
