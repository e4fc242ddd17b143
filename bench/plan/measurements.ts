import type { Measurement } from './measurement.ts';
import { ARTICLES, HOT_ARTICLE, SOLD_OUT_ARTICLE } from '../stack/articles.ts';
import type { SystemName } from '../stack/system.ts';

/** Enough that a look-up is one of many, few enough to be placed first by the slowest within seconds. */
const REPLAYED_KEYS = 500;

const place = (name: string, system: SystemName, title: string): Measurement => ({
  name,
  title,
  system,
  traffic: () => ({ kind: 'place', skus: ARTICLES }),
  expected: [201],
  containing: '"confirmed"',
});

const replay = (name: string, system: SystemName, title: string): Measurement => ({
  ...place(name, system, title),
  traffic: ({ orders }) => ({ kind: 'replay', skus: ARTICLES, keys: REPLAYED_KEYS, placedAt: orders }),
  repeats: true,
});

const capture = (name: string, title: string): Measurement => ({
  name,
  title,
  system: 'provider',
  traffic: () => ({ kind: 'capture' }),
  expected: [200],
  containing: '"succeeded"',
});

/** Everything that is measured, in the order of one round. */
export const MEASUREMENTS: readonly Measurement[] = [
  place('place', 'ours', 'placed and confirmed'),
  place('ceiling', 'ceiling', 'the same rows, written by hand in batches'),
  place('naive', 'naive', 'the same saga with entities and save()'),
  replay('replay', 'ours', 'repeated, answered from the record'),
  place('dbos', 'dbos', 'the same steps as a workflow of DBOS Transact'),
  { ...place('restate', 'restate', 'the same steps in a handler of Restate'), expected: [200] },
  replay('replay.lookup', 'ceiling', 'repeated, one look-up written by hand'),
  { ...replay('replay.restate', 'restate', 'repeated, answered by the Restate server'), expected: [200] },
  { ...place('idle', 'ours', 'placed and confirmed, one after the other'), clients: 1 },
  {
    ...place('hot', 'ours', 'everybody wants the same article'),
    traffic: () => ({ kind: 'place', skus: [HOT_ARTICLE] }),
  },
  {
    ...place('mixed', 'ours', 'one in five is a repetition'),
    traffic: () => ({ kind: 'mixed', skus: ARTICLES, repeated: 0.2 }),
    // A repetition of what is still under way is told so.
    expected: [201, 202],
    containing: undefined,
  },
  {
    ...place('declined', 'ours', 'every card is declined'),
    traffic: () => ({ kind: 'place', skus: ARTICLES, paymentMethods: ['pm_card_chargeDeclined'] }),
    expected: [402],
    containing: 'payment_declined',
  },
  {
    ...place('undone', 'ours', 'paid, found sold out, paid back'),
    traffic: () => ({ kind: 'place', skus: [SOLD_OUT_ARTICLE] }),
    expected: [409],
    containing: 'out_of_stock',
  },
  capture('provider', 'captures at the sandbox alone'),
  { ...capture('idle.provider', 'captures at the sandbox, one after the other'), clients: 1 },
];

const fits = (name: string, wanted: string): boolean => name === wanted || name.startsWith(`${wanted}.`);

/** Those of these names, with their companions (`replay` brings `replay.lookup`); all when there are no names. */
export function chosen(only: readonly string[]): readonly Measurement[] {
  if (only.length === 0) return MEASUREMENTS;
  for (const wanted of only) {
    if (!MEASUREMENTS.some(({ name }) => fits(name, wanted)))
      throw new Error(`There is no measurement "${wanted}": ${MEASUREMENTS.map(({ name }) => name).join(', ')}`);
  }
  return MEASUREMENTS.filter(({ name }) => only.some((wanted) => fits(name, wanted)));
}
