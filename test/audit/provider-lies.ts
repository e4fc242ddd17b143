import type { BusyDay } from './busy-day.js';

interface Entry {
  id: string;
  object: string;
  payment_intent?: string;
  amount: number;
  currency: string;
  status: string;
  metadata: Record<string, string>;
  idempotencyKey: string;
  latest_charge?: { amount_refunded: number };
}

interface Ledger {
  readonly charges: Entry[];
  readonly refunds: Entry[];
}

/** What the provider holds otherwise than it was, or what is written in our tables beside it. */
export interface ProviderLie {
  /** Gets every entry that is listed or read alone; answers what is listed instead of it. */
  readonly entry?: (entry: Entry) => Entry[];
  readonly ledger?: (ledger: Ledger) => void;
  readonly sql?: string;
  readonly also?: readonly string[];
}

/** A payment that the provider made up, as a twin of the one that is kept. */
export const SECOND = 'pi_second';

const isOf = (order: { readonly id: string }, { metadata }: Entry): boolean => metadata['orderId'] === order.id;
const isPayment = ({ object }: Entry): boolean => object === 'payment_intent';

/** For every rule that needs the books of the provider, by its name. */
export const providerLies = ({ kept, refunded, cancelled, declined }: BusyDay): Record<string, ProviderLie> => {
  const changed =
    (order: { readonly id: string }, kind: 'payment_intent' | 'refund', change: Partial<Entry>) =>
    (entry: Entry): Entry[] => [isOf(order, entry) && entry.object === kind ? { ...entry, ...change } : entry];
  return {
    'provider.charge-missing': { entry: changed(kept, 'payment_intent', { status: 'canceled' }) },
    'provider.charge-differs': { entry: changed(kept, 'payment_intent', { amount: 99 }) },
    'provider.charge-unknown': {
      entry: changed({ id: declined }, 'payment_intent', { status: 'succeeded' }),
      also: ['provider.kept-without-order'],
    },
    'provider.taken-twice': {
      entry: (entry) => (isOf(kept, entry) && isPayment(entry) ? [entry, { ...entry, id: SECOND }] : [entry]),
    },
    'provider.kept-without-order': {
      entry: changed(cancelled, 'refund', { status: 'failed' }),
      also: ['provider.refund-missing'],
    },
    'provider.refunded-beyond-capture': {
      entry: changed(refunded, 'refund', { amount: 101 }),
      also: ['provider.refund-differs'],
    },
    'provider.refund-missing': {
      entry: changed(refunded, 'refund', { status: 'failed' }),
    },
    'provider.refund-differs': { entry: changed(refunded, 'refund', { amount: 41 }) },
    'provider.refund-unknown': {
      entry: (entry) =>
        isOf(refunded, entry) && !isPayment(entry)
          ? [entry, { ...entry, id: 're_by_hand', amount: 1, metadata: { orderId: refunded.id } }]
          : [entry],
    },
    'sandbox.charged-twice-for-one-key': {
      ledger: ({ charges }) => {
        const own = charges.find((charge) => isOf(kept, charge))!;
        charges.find((charge) => isOf(refunded, charge))!.idempotencyKey = own.idempotencyKey;
      },
    },
    'sandbox.ledger-differs': { ledger: ({ refunds }) => void (refunds[0]!.id = 're_unlisted') },
  };
};

/** How an answer of the provider looks under a lie. */
export function told({ entry, ledger }: ProviderLie, path: string, body: object): void {
  if (path === '/_sandbox/ledger') return ledger?.(body as Ledger);
  if (!entry) return;
  if ('data' in body) Object.assign(body, { data: (body.data as Entry[]).flatMap(entry) });
  else Object.assign(body, entry(body as Entry).at(path.endsWith(SECOND) ? -1 : 0));
}
