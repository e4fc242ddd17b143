import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds dead letters among what waits behind them, in the order in which they are listed; what is alive is not in it. */
export class IndexDeadLetters1764000073000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX deliveries_dead ON messaging.deliveries (position, consumer) WHERE dead_at IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX messaging.deliveries_dead');
  }
}
