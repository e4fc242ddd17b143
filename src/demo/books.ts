import { PLENTY, RARE } from './goods.js';
import type { Ledger } from './provider.js';
import type { Order } from './shop.js';
import type { Stage } from './story.js';

/** What both books say about the orders of a run. */
export interface Books {
  readonly orders: number;
  readonly confirmed: number;
  readonly cancelled: number;
  /** Minor units that the confirmed ones cost. */
  readonly cost: number;
  /** Minor units that the provider has taken for all of them and kept. */
  readonly kept: number;
  /** One sentence for each thing that must not be; none when all is well. */
  readonly wrong: readonly string[];
}

/** Waits until every order of the run is decided, and compares them with the provider's ledger and the shelf. */
export async function checkBooks({ shop, provider, operator, goods }: Stage): Promise<Books> {
  const orders = await shop.decidedOrders();
  const ledger = await provider.ledger();
  const wrong = orders.flatMap((order) => wrongAbout(order, ledger));
  if (orders.length !== shop.wishes) wrong.push(`${shop.wishes} orders were wanted, and there are ${orders.length}.`);
  for (const [sku, before] of [
    [goods.plenty, PLENTY],
    [goods.rare, RARE],
  ] as const) {
    const { onHand, reserved } = await operator.onShelf(sku);
    const sold = confirmed(orders).filter(({ items }) => items.some((item) => item.sku === sku)).length;
    if (onHand !== before - sold || reserved !== 0)
      wrong.push(`Of ${before} ${sku} ${sold} were sold; ${onHand} are there and ${reserved} are held.`);
  }
  return {
    orders: orders.length,
    confirmed: confirmed(orders).length,
    cancelled: orders.filter(({ status }) => status === 'cancelled').length,
    cost: confirmed(orders).reduce((sum, { total }) => sum + total, 0),
    kept: orders.reduce((sum, order) => sum + keptFor(order, ledger), 0),
    wrong,
  };
}

const confirmed = (orders: readonly Order[]): readonly Order[] => orders.filter(({ status }) => status === 'confirmed');

function wrongAbout(order: Order, ledger: Ledger): string[] {
  const { id, status, total } = order;
  const charged = chargesFor(order, ledger).length;
  const kept = keptFor(order, ledger);
  if (status === 'confirmed' && (charged !== 1 || kept !== total))
    return [`Order ${id} costs ${total} and is confirmed; it was charged ${charged} times, and ${kept} were kept.`];
  if (status === 'cancelled' && kept !== 0) return [`Order ${id} is cancelled, and ${kept} of its money were kept.`];
  return status === 'confirmed' || status === 'cancelled' ? [] : [`Order ${id} is still ${status}.`];
}

const chargesFor = ({ id }: Order, { charges }: Ledger): Ledger['charges'] =>
  charges.filter(({ metadata, status }) => metadata.orderId === id && status === 'succeeded');

function keptFor(order: Order, ledger: Ledger): number {
  const charges = chargesFor(order, ledger);
  const ids = new Set(charges.map(({ id }) => id));
  const back = ledger.refunds.filter(({ charge, status }) => ids.has(charge) && status !== 'failed');
  return charges.reduce((sum, { amount }) => sum + amount, 0) - back.reduce((sum, { amount }) => sum + amount, 0);
}
