import type { FastifyInstance } from 'fastify';
import type { Books } from '../books/books.js';
import type { PaymentRecord, RefundRecord } from '../books/records.js';
import type { Provider } from './provider.js';

/** `GET /_sandbox/ledger`: every charge and refund ever tried, oldest first, for counting what really happened. */
export function ledgerRoutes(app: FastifyInstance, { books }: Provider): void {
  app.get('/ledger', () => ({
    charges: [...books.payments.oldestFirst()].flatMap((payment) => chargeLine(payment, books)),
    refunds: [...books.refunds.oldestFirst()].map((refund) => refundLine(refund, books)),
  }));
}

function chargeLine(payment: PaymentRecord, books: Books) {
  if (!payment.charge) return [];
  const { id, status, createdAt } = payment.charge;
  const { amount, currency, metadata, idempotencyKey } = payment;
  return [{ id, amount, currency, status, metadata, idempotencyKey, ...times(idempotencyKey, createdAt, books) }];
}

function refundLine(refund: RefundRecord, books: Books) {
  const { id, chargeId: charge, amount, status, metadata, idempotencyKey, createdAt } = refund;
  return { id, charge, amount, status, metadata, idempotencyKey, ...times(idempotencyKey, createdAt, books) };
}

const times = (key: string | null, createdAt: number, books: Books) => ({
  attempts: key === null ? 1 : books.timesAsked(key),
  createdAt: new Date(createdAt).toISOString(),
});
