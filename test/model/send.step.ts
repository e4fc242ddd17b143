import { cancelInTheAir } from './cancel-in-the-air.js';
import { deliver, type How, isFree, keptOf } from './deliver.js';
import type { Premises } from './premises.js';
import type { Shop } from './shop.js';
import { Step } from './step.js';
import { wantedBy } from './wanted.js';
import { wished, type Wish } from './wish.js';

/** How a request is made, as the end of a sentence. */
export const manner = (how: How): string => {
  if (how === 'once') return '';
  return typeof how === 'string' ? `, ${how}` : `, struck down at word ${how.struckAt}, and once more`;
};

/** Somebody wants something of the shop. */
export class Send extends Step {
  constructor(
    private readonly wish: Wish,
    private readonly key: string,
    private readonly how: How,
  ) {
    super();
  }

  check(shop: Readonly<Shop>): boolean {
    const { wish } = this;
    if (!('order' in wish)) return true;
    const order = shop.order(wish.order);
    return order !== undefined && (wish.is !== 'refund' || order.hasPayment);
  }

  /** An order in the air can be cancelled. */
  protected override isForTheAir(shop: Shop): boolean {
    const { wish } = this;
    const order = 'order' in wish ? shop.order(wish.order) : undefined;
    return wish.is === 'cancel' && order !== undefined && order === shop.inTheAir?.order;
  }

  protected async act(shop: Shop, premises: Premises): Promise<void> {
    const { wish, how } = this;
    const wanted = wantedBy(shop, wish, premises.named);
    const delivery = { wish, wanted, key: premises.keyed(this.key), how };
    const isRace = shop.inTheAir && isFree(keptOf(shop, wanted, delivery.key));
    await (isRace ? cancelInTheAir(shop, premises, delivery) : deliver(shop, premises, delivery));
  }

  toString(): string {
    return `${wished(this.wish)} (key ${this.key}${manner(this.how)})`;
  }
}
