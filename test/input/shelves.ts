import type { Scene } from '../support/scene.js';

/** Costs nothing, so that an order of it is decided at once and without the provider. */
export const FREE = 'FREE';

/** Costs something, so that there is a payment to give back. */
export const PRICED = 'PRICED';

/** What the good requests below need. */
export async function stockShelves(scene: Scene): Promise<void> {
  await scene.stock(FREE, 1_000_000, 0);
  await scene.stock(PRICED, 1_000_000, 1_000);
}
