import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What each layer stopped, counted per order. */
export class CreateStoppedDuplicates1764000030001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE messaging.stopped_duplicates (
        order_id uuid NOT NULL,
        layer text NOT NULL,
        detail text NOT NULL,
        count bigint NOT NULL,
        last_at timestamptz NOT NULL,
        CONSTRAINT stopped_duplicates_pkey PRIMARY KEY (order_id, layer, detail),
        CONSTRAINT stopped_duplicates_layer_known CHECK (layer IN ('api', 'event', 'inbox', 'job', 'step'))
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE messaging.stopped_duplicates');
  }
}
