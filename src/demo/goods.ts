import type { Operator } from './operator.js';

/** What is ordered here. */
export interface Goods {
  /** Enough for everybody. */
  readonly plenty: string;
  /** Fewer than there are buyers. */
  readonly rare: string;
}

export const PLENTY = 100;
export const RARE = 3;

/** Goods of the demo's own, so that nobody else's stock is touched; put back to the same number at each run. */
export async function orderedGoods(operator: Operator): Promise<Goods> {
  const goods = { plenty: 'DEMO-TEA', rare: 'DEMO-LAST-CUPS' };
  await operator.shelve(goods.plenty, 'Tea of the demo', 890, PLENTY);
  await operator.shelve(goods.rare, 'The last cups', 4900, RARE);
  return goods;
}
