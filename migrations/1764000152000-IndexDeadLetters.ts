import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets dead letters be counted without reading the backlog that waits behind them; a message on its way is not in it. */
export class IndexDeadLetters1764000152000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX deliveries_dead ON messaging.deliveries (consumer, position) WHERE dead_at IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX messaging.deliveries_dead');
  }
}
