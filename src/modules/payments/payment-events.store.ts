import type { FactSource } from './domain/payment-fact.js';
import { sideBySide } from '#shared/database/side-by-side.js';
import { VersionConflict } from '#shared/database/unit-of-work/unit-errors.js';
import { Rank, type WriteKind } from '#shared/database/unit-of-work/write-kind.js';

/** One line of the ledger of facts. `subject` is the key that the provider saw, so each is told once per attempt. */
export interface PaymentEvent {
  readonly paymentId: string;
  readonly subject: string;
  readonly fact: string;
  readonly source: FactSource;
  readonly amount?: number;
  readonly detail?: object;
}

const factOf = ({ paymentId, subject, fact }: Pick<PaymentEvent, 'paymentId' | 'subject' | 'fact'>): string =>
  `payments.payment_events/${paymentId}/${subject}/${fact}`;

/** DO NOTHING: answer, webhook and resolver may report one fact at once; the second decides again and finds it told. */
export const paymentEvents: WriteKind<PaymentEvent> = {
  name: 'insert payment events',
  rank: Rank.mechanics,
  identity: factOf,
  lost: (rows) =>
    new VersionConflict(`fact ${rows.map((row) => `${row.fact} of ${row.subject}`).join(', ')} was told before`),
  async write(sql, rows) {
    const { rows: written } = await sql<PaymentEvent>(
      `INSERT INTO payments.payment_events (payment_id, subject, fact, source, amount, detail)
       ${sideBySide({ payment_id: 'uuid', subject: 'text', fact: 'text', source: 'text', amount: 'bigint', detail: 'jsonb' })}
       ON CONFLICT DO NOTHING
       RETURNING payment_id AS "paymentId", subject, fact`,
      [
        rows.map((row) => row.paymentId),
        rows.map((row) => row.subject),
        rows.map((row) => row.fact),
        rows.map((row) => row.source),
        rows.map((row) => row.amount ?? null),
        rows.map((row) => (row.detail ? JSON.stringify(row.detail) : null)),
      ],
    );
    const accepted = new Set(written.map(factOf));
    return rows.filter((row) => !accepted.has(factOf(row)));
  },
};
