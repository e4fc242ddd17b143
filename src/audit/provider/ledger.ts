import type { ProviderApi, Wire } from './provider-api.js';
import { CHARGED_TWICE_FOR_ONE_KEY, LEDGER_DIFFERS } from './provider.rules.js';
import { readBook } from './read-book.js';
import type { Findings } from '../findings.js';

interface Span {
  /** Ms; undefined: from the beginning. */
  readonly since?: number;
  readonly settledBefore: number;
}

/** The sandbox's own truth beside what it shows by the lists of the provider's API, which are read after it. */
export async function checkLedger(
  api: ProviderApi,
  { since = 0, settledBefore }: Span,
  findings: Findings,
): Promise<void> {
  const { charges = [], refunds = [] } = (await api.get('/_sandbox/ledger')) as {
    charges?: Wire[];
    refunds?: Wire[];
  };
  const book = await readBook(api, since, () => undefined);
  const shown = new Set([...book.refunds.keys(), ...[...book.payments.values()].map(({ charge }) => charge)]);
  const took = charges.filter((charge) => charge['status'] === 'succeeded');
  for (const entry of [...took, ...refunds]) {
    const createdAt = Date.parse(String(entry['createdAt']));
    const id = String(entry['id']);
    if (createdAt >= since + 1_000 && createdAt < settledBefore && !shown.has(id))
      findings.add(LEDGER_DIFFERS, [
        { subject: id, detail: `${String(entry['amount'])}, created ${String(entry['createdAt'])}` },
      ]);
  }
  for (const [key, same] of Map.groupBy(took, (charge) => charge['idempotencyKey'])) {
    if (typeof key === 'string' && same.length > 1)
      findings.add(CHARGED_TWICE_FOR_ONE_KEY, [
        { subject: key, detail: same.map((charge) => String(charge['id'])).join(', ') },
      ]);
  }
}
