import { compare, type Suspicion } from './compare.js';
import { checkLedger } from './ledger.js';
import { CHUNK, paymentsAfter, paymentsAmong, type Reading } from './our-payment.js';
import { ProviderApi, type ProviderAccess } from './provider-api.js';
import { CHARGE_UNKNOWN } from './provider.rules.js';
import { readAgain, readBook } from './read-book.js';
import type { Book } from './book.js';
import type { Findings } from '../findings.js';
import type { Moments } from '../moment.js';

/** Two clocks never agree: payments are compared from this much later on than the provider's lists are read from. */
const CLOCK_MARGIN_MS = 5 * 60_000;
/** An hour of violations in a broken account is enough to see that it is broken. */
const MOST_SUSPICIONS = 1_000;

export interface ProviderCheck {
  readonly access: ProviderAccess;
  /** Ms of the past whose payments are compared; all of them when absent. */
  readonly sinceMs?: number;
  readonly graceMs: number;
}

/**
 * The provider's books beside ours. They cannot be read in one moment, so what seems wrong is looked at once more: the
 * provider first, then our books, and only what is wrong both times is a violation.
 */
export async function checkProvider(moments: Moments, check: ProviderCheck, findings: Findings): Promise<void> {
  const { access, sinceMs, graceMs } = check;
  const api = new ProviderApi(access);
  const now = await moments.at(async (ask) => (await ask<{ now: Date }>('SELECT now()'))[0]!.now.getTime());
  const since = sinceMs === undefined ? undefined : now - sinceMs;
  if (access.name === 'sandbox') await checkLedger(api, { since, settledBefore: now - graceMs }, findings);
  const book = await readBook(api, since, () => findings.checked('payments and refunds of the provider', 1));
  const reading: Reading = {
    settledBefore: now - graceMs,
    coveredSince: since === undefined ? 0 : since + CLOCK_MARGIN_MS,
    provider: access.name,
  };
  const suspicions = await comparePayments(moments, book, reading);
  await tellWhatStays(moments, api, suspicions, reading, findings);
  await findOrdersWithoutPayment(moments, book, reading, findings);
}

async function comparePayments(moments: Moments, book: Book, reading: Reading): Promise<Suspicion[]> {
  const suspicions: Suspicion[] = [];
  for (let after = '00000000-0000-0000-0000-000000000000', more = true; more;) {
    const ours = await moments.at((ask) => paymentsAfter(ask, reading, after));
    for (const payment of ours) {
      if (suspicions.length < MOST_SUSPICIONS) suspicions.push(...compare(payment, book, reading.settledBefore));
    }
    after = ours.at(-1)?.id ?? after;
    more = ours.length === CHUNK;
  }
  return suspicions;
}

async function tellWhatStays(
  moments: Moments,
  api: ProviderApi,
  suspicions: readonly Suspicion[],
  reading: Reading,
  findings: Findings,
): Promise<void> {
  for (const [paymentId, suspected] of Map.groupBy(suspicions, (suspicion) => suspicion.paymentId)) {
    const references = new Set(suspected.flatMap((suspicion) => suspicion.references));
    const book = await readAgain(api, references);
    const [ours] = await moments.at((ask) => paymentsAmong(ask, reading, [paymentId]));
    if (!ours) continue;
    const rules = new Set(suspected.map(({ rule }) => rule));
    for (const { rule, detail } of compare(ours, book, reading.settledBefore)) {
      if (rules.has(rule)) findings.add(rule, [{ subject: paymentId, detail }]);
    }
  }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Money that names an order of ours which has no payment at all. */
async function findOrdersWithoutPayment(
  moments: Moments,
  book: Book,
  { settledBefore }: Reading,
  findings: Findings,
): Promise<void> {
  const kept = [...book.payments.values()].filter(
    ({ succeeded, createdAt, orderId, refunded, amount }) =>
      succeeded && createdAt < settledBefore && refunded < amount && UUID.test(orderId ?? ''),
  );
  for (let from = 0; from < kept.length; from += CHUNK) {
    const some = kept.slice(from, from + CHUNK);
    const bare = await moments.at((ask) =>
      ask<{ id: string }>(
        `SELECT o.id FROM orders.orders o WHERE o.id = ANY($1::uuid[])
           AND NOT EXISTS (SELECT 1 FROM payments.payments p WHERE p.order_id = o.id)`,
        [some.map(({ orderId }) => orderId)],
      ),
    );
    const orders = new Set(bare.map(({ id }) => id));
    const found = some.filter(({ orderId }) => orders.has(orderId!));
    findings.add(
      CHARGE_UNKNOWN,
      found.map(({ reference, orderId }) => ({
        subject: orderId!,
        detail: `${reference}, and the order has no payment`,
      })),
    );
  }
}
