import { OrderLine } from './order-line.entity.js';
import { currencyMismatch, totalTooLarge, unknownSku } from './order.errors.js';
import { multiplied, summed } from '#shared/kernel/money.js';

interface Item {
  readonly sku: string;
  readonly quantity: number;
}

interface Price {
  readonly sku: string;
  readonly unitPrice: number;
  readonly currency: string;
}

export interface PricedLines {
  readonly lines: OrderLine[];
  readonly currency: string;
  readonly total: number;
}

/**
 * Freezes today's prices: one line per SKU (repeated SKUs are summed), in one currency. The total is exact or the order
 * is refused; nothing is rounded because prices are whole minor units.
 */
export function priceLines(
  orderId: string,
  items: readonly Item[],
  prices: readonly Price[],
  currency?: string,
): PricedLines {
  const known = new Map(prices.map((price) => [price.sku, price]));
  const unknown = items
    .map(({ sku }, index) => ({ sku, pointer: `/items/${index}/sku` }))
    .filter(({ sku }) => !known.has(sku));
  if (unknown.length > 0) throw unknownSku(unknown);

  const agreed = currency ?? known.get(items[0]!.sku)!.currency;
  const foreign = items.findIndex(({ sku }) => known.get(sku)!.currency !== agreed);
  if (foreign >= 0) {
    const { sku, currency: its } = known.get(items[foreign]!.sku)!;
    throw currencyMismatch(
      [...(currency === undefined ? [] : ['/currency']), `/items/${foreign}/sku`],
      `${sku} is sold in ${its}, not in ${agreed}. Order one currency at a time.`,
    );
  }

  const lines = [...Map.groupBy(items, ({ sku }) => sku)].map(([sku, same], position) => {
    const quantity = summed(same.map((item) => item.quantity));
    const lineTotal = quantity === undefined ? undefined : multiplied(known.get(sku)!.unitPrice, quantity);
    if (quantity === undefined || lineTotal === undefined) throw totalTooLarge();
    return Object.assign(new OrderLine(), {
      orderId,
      sku,
      position,
      quantity,
      unitPrice: known.get(sku)!.unitPrice,
      lineTotal,
    });
  });
  const total = summed(lines.map((line) => line.lineTotal));
  if (total === undefined) throw totalTooLarge();
  return { lines, currency: agreed, total };
}
