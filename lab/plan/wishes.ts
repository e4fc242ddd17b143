import { Chance } from './chance.js';

/** What a client wants of the shop. */
const WHAT = { place: 46, draft: 8, confirm: 7, pay: 3, cancel: 10, refund: 12, again: 9, read: 5 } as const;

/** How a client asks, as clients do: most of them wait and ask again until they know. */
const HOW = {
  patiently: 60,
  'twice at once': 12,
  'giving up early, then again': 12,
  'with another body afterwards': 8,
  'never again': 8,
} as const;

export type Wanted = keyof typeof WHAT;
export type Manner = keyof typeof HOW;

export interface Wish {
  readonly wants: Wanted;
  readonly manner: Manner;
  readonly sku: string;
  readonly quantity: number;
  readonly paymentMethod: string;
  /** Which one of what the client has made before, from 0 up to 1. */
  readonly which: number;
  /** Milliseconds after which somebody in a hurry gives up. */
  readonly givesUpAfterMs: number;
  /** Milliseconds until the next wish. */
  readonly thinksForMs: number;
}

/** What is sold; of the last there is never enough. */
export const SKUS = ['TEA', 'CUP', 'POT', 'RARE'] as const;
export const SCARCE: (typeof SKUS)[number] = 'RARE';

/** Mostly cards that pay. */
const METHODS = { pm_card_visa: 92, pm_card_chargeDeclined: 6, pm_card_nobody_has: 2 } as const;

const SKU_WEIGHTS = { TEA: 40, CUP: 30, POT: 22, RARE: 8 } as const satisfies Record<(typeof SKUS)[number], number>;

/** What this client will want, one wish after the other; the same for the same seed and number, whatever happens. */
export function* wishesOf(seed: number, client: number): Generator<Wish, never> {
  const chance = new Chance(seed, `client ${client}`);
  for (;;)
    yield {
      wants: chance.weighted(WHAT),
      manner: chance.weighted(HOW),
      sku: chance.weighted(SKU_WEIGHTS),
      quantity: chance.between(1, 3),
      paymentMethod: chance.weighted(METHODS),
      which: chance.share(),
      givesUpAfterMs: chance.between(5, 150),
      thinksForMs: chance.between(50, 500),
    };
}
