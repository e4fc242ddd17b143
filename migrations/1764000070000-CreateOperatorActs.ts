import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What operators did, and what one of them proposed for another to confirm: rows are added and never changed. */
export class CreateOperatorActs1764000070000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE operations.acts (
        id uuid CONSTRAINT acts_pkey PRIMARY KEY,
        actor text NOT NULL,
        act text NOT NULL,
        target text NOT NULL,
        tenant_id text,
        order_id uuid,
        reason text NOT NULL,
        evidence text,
        content bytea NOT NULL,
        outcome text NOT NULL CONSTRAINT acts_outcome_known CHECK (outcome IN ('done', 'proposed')),
        effects jsonb NOT NULL,
        confirms uuid CONSTRAINT acts_confirms_fkey REFERENCES operations.acts (id)
          CONSTRAINT acts_confirmed_once UNIQUE,
        operation_key bytea NOT NULL CONSTRAINT acts_once_per_operation UNIQUE,
        at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX acts_of_order ON operations.acts (order_id) WHERE order_id IS NOT NULL;
      CREATE INDEX acts_proposed ON operations.acts (content) WHERE outcome = 'proposed';

      CREATE FUNCTION operations.keep_acts() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'what an operator did is never changed'; END $$;
      CREATE TRIGGER acts_never_change BEFORE UPDATE OR DELETE ON operations.acts
        FOR EACH STATEMENT EXECUTE FUNCTION operations.keep_acts();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE operations.acts; DROP FUNCTION operations.keep_acts();');
  }
}
