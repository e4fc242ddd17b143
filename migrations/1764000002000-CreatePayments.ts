import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Payments, refunds and the append-only ledger of what was learned about them. */
export class CreatePayments1764000002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA payments;
      CREATE TABLE payments.payments (
        id uuid CONSTRAINT payments_pkey PRIMARY KEY,
        tenant_id text NOT NULL,
        order_id uuid NOT NULL,
        saga_id uuid NOT NULL,
        amount bigint NOT NULL,
        currency text NOT NULL,
        captured bigint NOT NULL,
        refunded bigint NOT NULL,
        status text NOT NULL,
        payment_method text NOT NULL,
        provider text NOT NULL,
        provider_reference text,
        step_key text NOT NULL,
        failure jsonb,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        version integer NOT NULL,
        CONSTRAINT payments_once_per_order UNIQUE (order_id),
        CONSTRAINT payments_once_per_step UNIQUE (step_key),
        CONSTRAINT payments_once_per_reference UNIQUE (provider, provider_reference),
        CONSTRAINT payments_amount_positive CHECK (amount > 0),
        CONSTRAINT payments_captured_in_full CHECK (captured IN (0, amount)),
        CONSTRAINT payments_never_overrefunded CHECK (refunded BETWEEN 0 AND captured),
        CONSTRAINT payments_status_known CHECK (status IN (
          'pending', 'requires_action', 'processing', 'captured', 'partially_refunded', 'refunded', 'declined',
          'cancelled', 'unknown'))
      );

      CREATE TABLE payments.refunds (
        id uuid CONSTRAINT refunds_pkey PRIMARY KEY,
        payment_id uuid NOT NULL CONSTRAINT refunds_payment_id_fkey REFERENCES payments.payments (id),
        tenant_id text NOT NULL,
        order_id uuid NOT NULL,
        amount bigint NOT NULL,
        currency text NOT NULL,
        status text NOT NULL,
        reason text,
        step_key text NOT NULL,
        provider_reference text,
        created_at timestamptz NOT NULL,
        version integer NOT NULL,
        CONSTRAINT refunds_once_per_step UNIQUE (step_key),
        CONSTRAINT refunds_once_per_reference UNIQUE (provider_reference),
        CONSTRAINT refunds_amount_positive CHECK (amount > 0),
        CONSTRAINT refunds_status_known CHECK (status IN ('pending', 'succeeded', 'failed'))
      );
      CREATE INDEX refunds_payment_id ON payments.refunds (payment_id);

      CREATE TABLE payments.payment_events (
        id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT payment_events_pkey PRIMARY KEY,
        payment_id uuid NOT NULL,
        fact text NOT NULL,
        subject text NOT NULL,
        source text NOT NULL,
        amount bigint,
        detail jsonb,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT payment_events_once_per_fact UNIQUE (payment_id, subject, fact)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP SCHEMA payments CASCADE');
  }
}
