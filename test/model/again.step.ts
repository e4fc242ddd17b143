import { deliver, type How } from './deliver.js';
import type { Premises } from './premises.js';
import { manner } from './send.step.js';
import type { Kept, Shop } from './shop.js';
import { Step } from './step.js';
import type { Wanted } from './wanted.js';
import { wished } from './wish.js';

/** A request that was sent before is sent again, as it was or with another body. */
export class Again extends Step {
  constructor(
    private readonly number: number,
    private readonly body: 'the same body' | 'another body',
    private readonly how: Exclude<How, object>,
  ) {
    super();
  }

  check(shop: Readonly<Shop>): boolean {
    const kept = this.keptIn(shop);
    return kept !== undefined && (this.body === 'the same body' || !kept.expired);
  }

  /** It only asks. Of a key that is forgotten the shop decides anew, with everything on the ground. */
  protected override isForTheAir(shop: Shop): boolean {
    return !this.keptIn(shop)!.expired;
  }

  protected async act(shop: Shop, premises: Premises): Promise<void> {
    const kept = this.keptIn(shop)!;
    const { key, wish, wanted } = kept;
    const isTheSame = this.body === 'the same body';
    const isUnderWay = shop.inTheAir?.kept === kept;
    const how = isUnderWay ? 'without waiting' : this.how;
    await deliver(shop, premises, { key, wish, wanted: isTheSame ? wanted : changed(wanted), how });
  }

  private keptIn(shop: Readonly<Shop>): Kept | undefined {
    const { size } = shop.keys;
    return [...shop.keys.values()][this.number % size];
  }

  protected sentence(shop: Shop): string {
    const { wish, key } = this.keptIn(shop)!;
    return `again with ${this.body}: ${wished(wish)} (key ${unnumbered(key)}${manner(this.how)})`;
  }
}

/** As the scenario calls it. */
const unnumbered = (key: string): string => key.replace(/^\d+-/, '');

function changed(wanted: Wanted): Wanted {
  const { body } = wanted;
  const isDear = wanted.operation === 'orders.confirm' || wanted.operation === 'payments.create';
  const more = isDear ? { amount: Number(body['amount']) + 7 } : { reason: 'another one' };
  const other = wanted.operation === 'orders.place' ? { note: 'another one' } : more;
  return { ...wanted, body: { ...body, ...other }, meaning: `not ${wanted.meaning}` };
}
