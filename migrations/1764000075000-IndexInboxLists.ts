import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the messages of one type, and those that were ignored, among all that ever came in: none is ever removed. */
export class IndexInboxLists1764000075000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX inbox_of_type ON messaging.inbox (type, id);
      CREATE INDEX inbox_ignored ON messaging.inbox (id) WHERE status = 'ignored';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX messaging.inbox_ignored; DROP INDEX messaging.inbox_of_type;');
  }
}
