import type { Goods } from './goods.js';
import type { Operator } from './operator.js';
import type { Provider } from './provider.js';
import type { Shop } from './shop.js';

/** Who and what a story is played with. */
export interface Stage {
  readonly shop: Shop;
  readonly operator: Operator;
  readonly provider: Provider;
  readonly goods: Goods;
}

/** One thing that goes wrong in the world. */
export interface Story {
  readonly title: string;
  /** What is about to happen, in a sentence. */
  readonly before: string;
  /** Plays it and tells what came of it, in sentences. */
  play(stage: Stage): Promise<readonly string[]>;
}
