import { expectAgreement, expectKept } from './expectations.js';
import type { Premises } from './premises.js';
import type { Shop } from './shop.js';
import type fc from 'fast-check';

/** Something that happens in a scenario, told as a sentence; afterwards the service agrees with the model. */
export abstract class Step implements fc.AsyncCommand<Shop, Premises> {
  abstract check(shop: Readonly<Shop>): boolean;
  /** What happens now, for a person who reads the scenario. */
  protected abstract sentence(shop: Shop): string;
  protected abstract act(shop: Shop, premises: Premises): Promise<void>;

  /** Whether it may happen while an order is in the air; whatever else happens waits for its landing. */
  protected isForTheAir(_shop: Shop): boolean {
    return false;
  }

  async run(shop: Shop, premises: Premises): Promise<void> {
    if (!this.isForTheAir(shop)) await land(shop, premises);
    premises.story.push(this.sentence(shop));
    await this.act(shop, premises);
    shop.instances = premises.instances;
    await expectAgreement(shop, premises);
  }

  toString(): string {
    return this.constructor.name;
  }
}

/** Waits for what becomes of the order whose caller did not. */
export async function land(shop: Shop, { conversation }: Premises): Promise<void> {
  const { inTheAir } = shop;
  if (!inTheAir) return;
  const { kept, accepted } = inTheAir;
  const answer = await conversation.final(accepted, kept.wanted, kept.key);
  shop.inTheAir = undefined;
  expectKept(answer, kept);
}
