import { expectPeace, forgive } from './ending.js';
import { Premises } from './premises.js';
import { Shop } from './shop.js';
import type { Sku } from './wish.js';
import fc from 'fast-check';

/** Where scenarios are played, one after the other; after one that left ruins the next one is played elsewhere. */
export class Theatre {
  private premises?: Premises;
  scenarios = 0;
  steps = 0;

  /** Fails with the scenario as it was played, sentence by sentence, and with what is not as the model says. */
  async play(steps: Iterable<fc.AsyncCommand<Shop, Premises, boolean>>): Promise<void> {
    const premises = (this.premises ??= await Premises.open());
    try {
      await premises.begin();
      const shop = new Shop();
      await stock(shop, premises);
      await fc.asyncModelRun(() => ({ model: shop, real: premises }), steps);
      await expectPeace(shop, premises);
      this.scenarios += 1;
      this.steps += premises.story.length;
    } catch (error) {
      await forgive(premises).catch(() => this.close());
      throw new Error(`${told(premises.story)}\n\n${(error as Error).message}`, { cause: error });
    }
  }

  async close(): Promise<void> {
    const { premises } = this;
    this.premises = undefined;
    await premises?.close();
  }
}

const told = (story: readonly string[]): string =>
  ['not as the model says:', ...story.map((sentence, index) => `  ${index + 1}. ${sentence}`)].join('\n');

async function stock({ shelves }: Shop, { scene, named }: Premises): Promise<void> {
  for (const sku of Object.keys(shelves) as Sku[]) {
    const { onHand, price } = shelves[sku];
    await scene.stock(named(sku), onHand, price);
  }
}
