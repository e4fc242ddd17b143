import { cancelInTheAir } from './cancel-in-the-air.js';
import { deliver, type How, isFree, keptOf } from './deliver.js';
import type { Premises } from './premises.js';
import type { Shop } from './shop.js';
import { Step } from './step.js';
import { wantedBy } from './wanted.js';
import { wished, type Wish } from './wish.js';
import { wishIn } from './wish-in-shop.js';

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
    return wishIn(shop, this.wish) !== undefined;
  }

  /** An order in the air can be cancelled. */
  protected override isForTheAir(shop: Shop): boolean {
    const wish = wishIn(shop, this.wish)!;
    return wish.is === 'cancel' && shop.order(wish.order) === shop.inTheAir?.order;
  }

  protected async act(shop: Shop, premises: Premises): Promise<void> {
    const { how } = this;
    const wish = wishIn(shop, this.wish)!;
    const wanted = wantedBy(shop, wish, premises.named);
    const delivery = { wish, wanted, key: premises.keyed(this.key), how };
    const isRace = shop.inTheAir && isFree(keptOf(shop, wanted, delivery.key));
    await (isRace ? cancelInTheAir(shop, premises, delivery) : deliver(shop, premises, delivery));
  }

  protected sentence(shop: Shop): string {
    return `${wished(wishIn(shop, this.wish)!)} (key ${this.key}${manner(this.how)})`;
  }
}
