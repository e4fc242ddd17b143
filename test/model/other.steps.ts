import { expectStatus } from './expectations.js';
import type { Premises } from './premises.js';
import type { Shop } from './shop.js';
import { Step } from './step.js';
import type { Sku } from './wish.js';

/** Somebody has counted the shelf and says what the goods cost from now on. */
export class Put extends Step {
  constructor(
    private readonly sku: Sku,
    private readonly onHand: number,
    private readonly price: number,
  ) {
    super();
  }

  check(): boolean {
    return true;
  }

  protected async act(shop: Shop, { conversation, named }: Premises): Promise<void> {
    const { sku, onHand, price } = this;
    const body = { name: sku, unitPrice: price, currency: 'EUR', onHand };
    const { status } = await conversation.put(`/api/inventory/${named(sku)}`, body);
    expectStatus(200, status);
    shop.shelves[sku] = { onHand, price, version: shop.shelves[sku].version + 1 };
  }

  protected sentence(): string {
    return `put ${this.onHand} × ${this.sku} on the shelf at ${this.price}`;
  }
}

/** Longer than any answer is kept; what is not decided yet has none. */
export class AnswersExpire extends Step {
  check({ keys }: Readonly<Shop>): boolean {
    return keys.size > 0;
  }

  protected async act(shop: Shop, { scene, conversation }: Premises): Promise<void> {
    await scene.rows(`UPDATE idempotency.records SET expires_at = now() - interval '1 second' WHERE state = 'decided'`);
    conversation.forget();
    shop.forget();
  }

  protected sentence(): string {
    return 'every answer that was given expires';
  }
}

/** What the provider has told before it tells again: late, several times, in whatever order. */
export class Retell extends Step {
  constructor(
    private readonly what: number | 'everything, the newest first',
    private readonly times: number,
  ) {
    super();
  }

  check({ orders }: Readonly<Shop>): boolean {
    return orders.length > 0;
  }

  protected override isForTheAir(): boolean {
    return true;
  }

  protected async act(_shop: Shop, { conversation }: Premises): Promise<void> {
    const events = await conversation.events();
    const wanted = typeof this.what === 'number' ? events.slice(this.what - 1, this.what) : events.toReversed();
    for (const event of wanted) expectStatus(200, ...(await conversation.retell(event, this.times)));
  }

  protected sentence(): string {
    const what = typeof this.what === 'number' ? `its notice ${this.what}` : this.what;
    return `the provider tells again ${what}, ${this.times} times`;
  }
}
