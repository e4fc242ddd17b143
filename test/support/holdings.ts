import type { Scene } from './scene.js';

/** How much there is of everything that a journey may make more than once. */
export interface Holdings {
  readonly sagas: number;
  /** Succeeded ones, and refunds, in the books of the provider. */
  readonly captures: number;
  readonly refunds: number;
  /** Minor units that went back, as our own books say. */
  readonly givenBack: number;
  /** Of TEA, the one SKU that journeys take from or add to. */
  readonly onHand: number;
}

export const NOTHING: Holdings = { sagas: 0, captures: 0, refunds: 0, givenBack: 0, onHand: 0 };

export async function holdings(scene: Scene): Promise<Holdings> {
  const { charges, refunds } = await scene.ledger();
  const [ours] = await scene.rows<Pick<Holdings, 'sagas' | 'givenBack' | 'onHand'>>(`
    SELECT (SELECT count(*)::int FROM saga.sagas) AS sagas,
      (SELECT coalesce(sum(refunded), 0)::int FROM payments.payments) AS "givenBack",
      (SELECT on_hand::int FROM inventory.stock WHERE sku = 'TEA') AS "onHand"`);
  return {
    ...ours!,
    captures: charges.filter(({ status }) => status === 'succeeded').length,
    refunds: refunds.length,
  };
}

/** What there is more of than before; less is negative. */
export const gained = (before: Holdings, after: Holdings): Holdings => ({
  sagas: after.sagas - before.sagas,
  captures: after.captures - before.captures,
  refunds: after.refunds - before.refunds,
  givenBack: after.givenBack - before.givenBack,
  onHand: after.onHand - before.onHand,
});
