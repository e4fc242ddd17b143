import type { Measurement } from './measurement.ts';
import { ARTICLES, HOT_ARTICLE, SOLD_OUT_ARTICLE } from '../stack/articles.ts';
import { type SystemName, WEBHOOK_SECRET } from '../stack/system.ts';
import { UsageError } from '../usage-error.ts';

/** Enough that a look-up is one of many, few enough to be placed first by the slowest within seconds. */
const REPLAYED_KEYS = 500;

/** Each makes an event or two, and each of them comes twice: a burst of a second or so. */
const ORDERS_BEHIND_WEBHOOKS = 500;

const place = (name: string, system: SystemName, title: string): Measurement => ({
  name,
  title,
  system,
  traffic: () => ({ kind: 'place', skus: ARTICLES }),
  expected: [201],
  containing: '"confirmed"',
  part: 'bars',
});

const replay = (name: string, at: SystemName, title: string): Measurement => ({
  ...place(name, at, title),
  traffic: ({ system }) => ({ kind: 'replay', skus: ARTICLES, keys: REPLAYED_KEYS, placedAt: system.orders }),
  url: ({ repeatedOrders }) => repeatedOrders,
});

const capture = (name: string, title: string): Measurement => ({
  ...place(name, 'provider', title),
  traffic: () => ({ kind: 'capture' }),
  expected: [200],
  containing: '"succeeded"',
  part: 'beside',
});

/** Restate's own ingress knows one status for whatever went well. */
const AT_RESTATE = { expected: [200] } as const;

const BARS: readonly Measurement[] = [
  place('place', 'ours', 'Ichido, placed and confirmed'),
  place('ceiling', 'ceiling', 'the same rows, written by hand in batches'),
  place('naive', 'naive', 'the same saga with entities and save()'),
  place('dbos', 'dbos', 'the same steps in a workflow of DBOS Transact'),
  { ...place('restate', 'restate', 'the same steps in a handler of Restate'), ...AT_RESTATE },
  replay('replay', 'ours', 'Ichido, repeated'),
  replay('replay.lookup', 'ceiling', 'repeated, one look-up written by hand'),
  { ...replay('replay.restate', 'restate', 'repeated at the Restate server'), ...AT_RESTATE },
  {
    ...place('hot', 'ours', 'Ichido, everybody wants the same article'),
    traffic: () => ({ kind: 'place', skus: [HOT_ARTICLE] }),
  },
  { ...place('idle', 'ours', 'Ichido, one client alone'), clients: 1 },
  { ...capture('idle.provider', 'the sandbox, one client alone'), clients: 1, part: 'bars' },
];

const BESIDE: readonly Measurement[] = [
  {
    ...place('mixed', 'ours', 'Ichido, one request in five is a repetition'),
    traffic: () => ({ kind: 'mixed', skus: ARTICLES, repeated: 0.2 }),
    // A repetition of what is still under way is told so.
    expected: [201, 202],
    part: 'beside',
  },
  {
    ...place('declined', 'ours', 'Ichido, every card is declined'),
    traffic: () => ({ kind: 'place', skus: ARTICLES, paymentMethods: ['pm_card_chargeDeclined'] }),
    expected: [402],
    containing: 'payment_declined',
    part: 'beside',
  },
  {
    ...place('undone', 'ours', 'Ichido, paid, found sold out, paid back'),
    traffic: () => ({ kind: 'place', skus: [SOLD_OUT_ARTICLE] }),
    expected: [409],
    containing: 'out_of_stock',
    part: 'beside',
  },
  {
    ...place('webhooks', 'ours', 'Ichido, a burst of events, each delivered twice'),
    url: ({ orders }) => new URL('/api/webhooks/stripe', orders).href,
    traffic: async ({ eventsOfNewOrders }) => {
      const events = await eventsOfNewOrders(ORDERS_BEHIND_WEBHOOKS);
      return { kind: 'webhooks', events: events.flatMap((event) => [event, event]), secret: WEBHOOK_SECRET };
    },
    burst: true,
    expected: [200],
    containing: undefined,
    part: 'beside',
  },
  capture('provider', 'the sandbox alone'),
];

const crowd = (clients: number): Measurement => ({
  ...place(`clients.${clients}`, 'crowded', `Ichido, ${clients} clients`),
  clients,
  part: 'growth',
});

const GROWTH: readonly Measurement[] = [
  { ...place('keys.1m', 'million', 'Ichido with a million stored keys'), part: 'keys' },
  // Once: the audit of five million stored answers takes minutes.
  { ...place('keys.5m', 'five-million', 'Ichido with five million stored keys'), part: 'growth', once: true },
  ...[1, 8, 128].map(crowd),
  // The service lets 500 callers of a tenant wait; who comes when they are that many is told at once to ask again.
  { ...crowd(512), expected: [201, 202] },
  { ...place('processes.2', 'pair', 'Ichido in two processes'), part: 'growth' },
  {
    ...place('purge', 'purging', 'Ichido while a million expired keys are removed'),
    part: 'growth',
    once: true,
    meanwhile: 'SELECT 1 FROM idempotency.records WHERE expires_at < now() LIMIT 1',
  },
];

/** Everything that is measured, in the order of one round. */
export const MEASUREMENTS: readonly Measurement[] = [...BARS, ...BESIDE, ...GROWTH];

const fits = (name: string, wanted: string): boolean => name === wanted || name.startsWith(`${wanted}.`);

/** Those of these names, with their companions (`replay` brings `replay.lookup`). Throws UsageError when there is none of a name. */
export function named(names: readonly string[]): readonly Measurement[] {
  for (const wanted of names) {
    if (!MEASUREMENTS.some(({ name }) => fits(name, wanted)))
      throw new UsageError(`There is no measurement "${wanted}": ${MEASUREMENTS.map(({ name }) => name).join(', ')}`);
  }
  return MEASUREMENTS.filter(({ name }) => names.some((wanted) => fits(name, wanted)));
}

/** What a run of this kind measures in a round. */
export function ofRound(
  measurements: readonly Measurement[],
  round: number,
  { quick }: { readonly quick: boolean },
): readonly Measurement[] {
  return measurements.filter(({ part, once }) => round === 1 || (!once && (part === 'bars' || !quick)));
}

/** What is measured when no names are given. */
export const usual = ({ quick, growth }: { readonly quick: boolean; readonly growth: boolean }) =>
  MEASUREMENTS.filter(({ name, part }) => {
    if (growth) return part === 'growth' || part === 'keys' || name === 'place';
    return part === 'bars' || part === 'beside' || (part === 'keys' && !quick);
  });
