import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What each layer stopped on the way of all orders: five rows instead of a sum over every order there ever was. */
export class CreateStoppedTotals1764000151000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE messaging.stopped_totals (
        layer text CONSTRAINT stopped_totals_pkey PRIMARY KEY,
        count bigint NOT NULL,
        CONSTRAINT stopped_totals_layer_known CHECK (layer IN ('api', 'event', 'inbox', 'job', 'step'))
      );
      INSERT INTO messaging.stopped_totals (layer, count)
      SELECT layer, sum(count) FROM messaging.stopped_duplicates GROUP BY layer;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE messaging.stopped_totals');
  }
}
