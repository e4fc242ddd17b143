import { Book, type TheirPayment, type TheirRefund } from './book.js';
import { minorUnits } from './minor-units.js';
import type { ProviderApi, Wire } from './provider-api.js';

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const record = (value: unknown): Wire => (typeof value === 'object' && value !== null ? (value as Wire) : {});
const currencyOf = (wire: Wire): string => String(wire['currency']).toUpperCase();
/** The provider counts in seconds. */
const createdAt = (wire: Wire): number => Number(wire['created']) * 1_000;

/** Both lists of the provider, whole or since a moment in ms. */
export async function readBook(api: ProviderApi, sinceMs: number | undefined, step: () => void): Promise<Book> {
  const book = new Book();
  const since = sinceMs === undefined ? undefined : Math.floor(sinceMs / 1_000);
  for await (const wire of api.list('/v1/payment_intents', { 'expand[]': 'data.latest_charge' }, since)) {
    book.addPayment(readPayment(wire));
    step();
  }
  for await (const wire of api.list('/v1/refunds', {}, since)) {
    book.addRefund(readRefund(wire));
    step();
  }
  return book;
}

/** What the provider holds about some of its payments now. */
export async function readAgain(api: ProviderApi, references: Iterable<string>): Promise<Book> {
  const book = new Book();
  for (const reference of references) {
    const found = await api.find(`/v1/payment_intents/${encodeURIComponent(reference)}?expand[]=latest_charge`);
    if (!found) continue;
    book.addPayment(readPayment(found));
    for await (const wire of api.list('/v1/refunds', { payment_intent: reference })) book.addRefund(readRefund(wire));
  }
  return book;
}

function readPayment(wire: Wire): TheirPayment {
  const charge = record(wire['latest_charge']);
  const metadata = record(wire['metadata']);
  const currency = currencyOf(wire);
  return {
    reference: String(wire['id']),
    succeeded: wire['status'] === 'succeeded',
    amount: minorUnits(Number(wire['amount']), currency),
    currency,
    refunded: minorUnits(Number(charge['amount_refunded'] ?? 0), currency),
    charge: text(charge['id']),
    paymentId: text(metadata['paymentId']),
    orderId: text(metadata['orderId']),
    createdAt: createdAt(wire),
  };
}

function readRefund(wire: Wire): TheirRefund {
  const currency = currencyOf(wire);
  return {
    reference: String(wire['id']),
    payment: String(wire['payment_intent']),
    failed: wire['status'] === 'failed' || wire['status'] === 'canceled',
    amount: minorUnits(Number(wire['amount']), currency),
    currency,
    refundId: text(record(wire['metadata'])['refundId']),
    createdAt: createdAt(wire),
  };
}
