import { Again } from './again.step.js';
import type { How } from './deliver.js';
import { AnswersExpire, Put, Retell } from './other.steps.js';
import { IN_DOUBT, type Method, METHODS } from './payment-methods.js';
import { Send } from './send.step.js';
import type { Step } from './step.js';
import { Freeze, Join, Kill, MinutePasses } from './trouble.steps.js';
import type { Sku, Tenant, Wish } from './wish.js';
import fc from 'fast-check';

/** How often something happens among everything else. */
export interface Frequencies {
  /** Out of 400 requests, how many meet the end of whoever works at them; each costs the start of a process. */
  readonly struck: number;
  /** As weights beside the 400 of everything else. */
  readonly killed: number;
  readonly joined: number;
  readonly frozen: number;
  /** Out of 100 payments, how many are in doubt at first; each takes seconds. */
  readonly inDoubt: number;
}

/** A request has its effect within fewer words than this, before and after each of them counted. */
const MOST_WORDS = 60;
/** Fewer keys than requests, so that people take one again by mistake. */
const KEYS = ['k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'k7', 'k8', 'k9'];
/** As many as there may be orders, three times over; which one is meant depends on what there is. */
const MOST_ORDERS = 20;

/** Where a failure has a simpler case, it is the first one that is listed. */
const FIRST_IS_SIMPLEST = { withCrossShrink: true };

const plain = (Object.keys(METHODS) as Method[]).filter((method) => !IN_DOUBT.includes(method));
const anySku = fc.constantFrom<Sku[]>('TEA', 'CUP');
const anyOrder = fc.nat(MOST_ORDERS);
const seldom = fc.oneof({ weight: 7, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) });

const anyMethod = ({ inDoubt }: Frequencies): fc.Arbitrary<Method> =>
  fc.oneof(
    FIRST_IS_SIMPLEST,
    { weight: 40, arbitrary: fc.constant<Method>('a card that pays') },
    { weight: 60 - inDoubt, arbitrary: fc.constantFrom(...plain) },
    { weight: inDoubt, arbitrary: fc.constantFrom(...IN_DOUBT) },
  );

const anyWish = (method: fc.Arbitrary<Method>): fc.Arbitrary<Wish> =>
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        is: fc.constant('place' as const),
        as: fc.constantFrom<Tenant[]>('alice', 'alice', 'bob'),
        sku: anySku,
        quantity: fc.integer({ min: 1, max: 3 }),
        method,
        confirm: seldom.map((isDraft) => !isDraft),
        misquoted: seldom,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        is: fc.constant('place' as const),
        as: fc.constant<Tenant>('alice'),
        sku: anySku,
        quantity: fc.constant(1),
        method,
        confirm: fc.constant(false),
        misquoted: fc.constant(false),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        is: fc.constant('confirm' as const),
        order: anyOrder,
        by: fc.constantFrom('path' as const, 'body' as const),
        misquoted: seldom,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ is: fc.constant('pay' as const), order: anyOrder, method, misquoted: seldom }),
    },
    { weight: 3, arbitrary: fc.record({ is: fc.constant('cancel' as const), order: anyOrder }) },
    {
      weight: 4,
      arbitrary: fc.record({
        is: fc.constant('refund' as const),
        order: anyOrder,
        share: fc.constantFrom('a part' as const, 'the rest' as const, 'too much' as const),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ is: fc.constant('count' as const), sku: anySku, delta: fc.constantFrom(1, 3, -1, -4) }),
    },
  );

const unhurried = fc.constantFrom<Exclude<How, object>[]>('once', 'twice at once');

const anyHow = ({ struck }: Frequencies): fc.Arbitrary<How> =>
  fc.oneof(
    FIRST_IS_SIMPLEST,
    { weight: 240 - struck, arbitrary: fc.constant<How>('once') },
    { weight: 80, arbitrary: fc.constant<How>('twice at once') },
    { weight: 80, arbitrary: fc.constant<How>('without waiting') },
    { weight: struck, arbitrary: fc.integer({ min: 1, max: MOST_WORDS }).map((struckAt) => ({ struckAt })) },
  );

const anyAgain = fc
  .tuple(fc.nat(MOST_ORDERS), fc.constantFrom('the same body' as const, 'another body' as const))
  .chain(([number, body]) => unhurried.map((how) => new Again(number, body, how)));

/** Whatever may happen next. */
export function anyStep(frequencies: Frequencies): fc.Arbitrary<Step> {
  const { killed, joined, frozen } = frequencies;
  const wish = anyWish(anyMethod(frequencies));
  return fc.oneof(
    {
      weight: 240,
      arbitrary: fc
        .tuple(wish, fc.constantFrom(...KEYS), anyHow(frequencies))
        .map(([wanted, key, how]) => new Send(wanted, key, how)),
    },
    { weight: 80, arbitrary: anyAgain },
    {
      weight: 24,
      arbitrary: fc
        .tuple(
          fc.oneof(fc.integer({ min: 1, max: 8 }), fc.constant('everything, the newest first' as const)),
          fc.integer({ min: 1, max: 2 }),
        )
        .map(([what, times]) => new Retell(what, times)),
    },
    {
      weight: 24,
      arbitrary: fc
        .tuple(anySku, fc.nat(4), fc.constantFrom(100, 250, 0))
        .map(([sku, onHand, price]) => new Put(sku, onHand, price)),
    },
    { weight: 16, arbitrary: fc.constant(new AnswersExpire()) },
    { weight: 16, arbitrary: fc.constant(new MinutePasses()) },
    { weight: killed, arbitrary: fc.constant(new Kill()) },
    {
      weight: joined,
      arbitrary: fc
        .constantFrom('right' as const, 'ten minutes fast' as const, 'ten minutes slow' as const)
        .map((clock) => new Join(clock)),
    },
    { weight: frozen, arbitrary: fc.constant(new Freeze()) },
  );
}
