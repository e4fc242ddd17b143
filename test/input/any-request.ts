import { bearer } from './refusal.js';
import { FREE } from './routes.js';
import type { Asked } from '../support/ask.js';
import type { KeyName } from '../support/environment.js';
import fc from 'fast-check';

/** Ids of things that exist, for requests that reach them. */
export interface Known {
  readonly drafts: readonly string[];
  readonly order: string;
  readonly payment: string;
  readonly record: string;
}

const ODD_WORDS = [
  '',
  ' ',
  '..',
  '__proto__',
  'constructor',
  '\u202e',
  '🔑',
  "' OR 1=1 --",
  '%00',
  '${jndi:x}',
  'null',
  '-1',
  '1e2',
];

const word = fc.oneof(
  fc.constantFrom(...ODD_WORDS),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ maxLength: 80 }),
);

const integer = fc.oneof(
  fc.integer({ min: -3, max: 10 }),
  fc.constantFrom(-1, 0, 1.5, 2 ** 31, 2 ** 53 - 1, 2 ** 53, 1e21, -0),
  fc.maxSafeInteger(),
);

const anything = fc.oneof(fc.jsonValue({ maxDepth: 4 }), word, integer, fc.constantFrom(null, true, [], {}, [[]]));

/** Mostly what belongs there, now and then what does not. */
const mostly = <T>(good: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 12, arbitrary: good }, { weight: 1, arbitrary: anything });

const items = fc.array(
  fc.record({ sku: mostly(fc.constant(FREE)), quantity: mostly(fc.integer({ min: 1, max: 3 })) }),
  {
    minLength: 1,
    maxLength: 4,
  },
);
const methods = fc.constantFrom('pm_card_visa', 'pm_card_chargeDeclined', 'pm_nonsense');

const order = fc.record(
  {
    customerId: mostly(fc.constant('customer-1')),
    items: mostly(items),
    paymentMethod: mostly(methods),
    currency: mostly(fc.constant('EUR')),
    expectedTotal: mostly(fc.constant(0)),
    confirm: mostly(fc.boolean()),
    note: mostly(fc.string({ unit: 'binary', maxLength: 50 }).map((text) => text.replaceAll('\0', '').toWellFormed())),
  },
  { requiredKeys: ['customerId', 'items', 'paymentMethod'] },
);

const confirmation = { amount: mostly(fc.constant(0)), paymentMethod: mostly(methods) };

const cancellation = fc.record({ reason: mostly(fc.constant('changed my mind')) }, { requiredKeys: [] });

const stock = fc.record({
  name: mostly(fc.constant('Tea')),
  unitPrice: mostly(fc.nat(1_000).map((tens) => tens * 10)),
  currency: mostly(fc.constantFrom('EUR', 'KWD', 'JPY')),
  onHand: mostly(fc.nat(1_000)),
});

const adjustment = fc.record({ delta: mostly(fc.integer({ min: 1, max: 9 })), reason: mostly(fc.constant('counted')) });

/** A body's text: the one that belongs there, another, or damaged. */
const textOf = (body: fc.Arbitrary<unknown>): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.oneof({ weight: 8, arbitrary: body }, order, fc.dictionary(word, anything, { maxKeys: 6 }), anything),
      fc.constantFrom(...Array<string>(9).fill(''), 'cut', 'insert', 'double'),
      fc.nat(),
      word,
    )
    .map(([value, damage, place, more]) => {
      const text = JSON.stringify(value) ?? '';
      const at = place % (text.length + 1);
      if (damage === 'cut') return text.slice(0, at);
      if (damage === 'insert') return text.slice(0, at) + more + text.slice(at);
      return damage === 'double' ? text + text : text;
    });

const segment = (...known: string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...known) },
    { weight: 1, arbitrary: word.map((text) => encodeURIComponent(text.toWellFormed())) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('%00', '%ff', '%', '..%2f', 'a'.repeat(101), '01890a5d-ac96-774b-bcce-b302099a8057'),
    },
  );

const query = fc.oneof(
  { weight: 8, arbitrary: fc.constant('') },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.tuple(fc.oneof(fc.constantFrom('limit', 'cursor', 'status', 'customerId'), word), word), {
        maxLength: 3,
      })
      .map(
        (pairs) =>
          `?${pairs.map((pair) => pair.map((text) => encodeURIComponent(text.toWellFormed())).join('=')).join('&')}`,
      ),
  },
);

interface Target {
  readonly method: Asked['method'];
  readonly path: string;
  /** Who may ask that. */
  readonly as: KeyName;
  readonly body?: string;
}

const target = (
  [method, as]: readonly [Asked['method'], KeyName],
  path: fc.Arbitrary<string>,
  body?: fc.Arbitrary<unknown>,
): fc.Arbitrary<Target> =>
  fc.record({
    method: fc.constant(method),
    as: fc.constant(as),
    path,
    body: body ? textOf(body) : fc.constant(undefined),
  });

const under = (root: string, id: fc.Arbitrary<string>, rest = ''): fc.Arbitrary<string> =>
  id.map((one) => `/api/${root}/${one}${rest}`);

const targets = ({ drafts, order: known, payment, record }: Known): fc.Arbitrary<Target> => {
  const aDraft = fc.constantFrom(...drafts);
  const [read, post] = [['GET', 'alice'] as const, ['POST', 'alice'] as const];
  const confirmed = fc.record({ orderId: mostly(aDraft), ...confirmation }, { requiredKeys: ['orderId', 'amount'] });
  const paid = fc.record({ orderId: mostly(aDraft), ...confirmation }, { requiredKeys: ['orderId', 'paymentMethod'] });
  const some = (weight: number, arbitrary: fc.Arbitrary<Target>): fc.WeightedArbitrary<Target> => ({
    weight,
    arbitrary,
  });
  return fc.oneof(
    some(6, target(post, fc.constant('/api/orders'), order)),
    some(
      3,
      target(
        post,
        under('orders', segment(...drafts), '/confirm'),
        fc.record(confirmation, { requiredKeys: ['amount'] }),
      ),
    ),
    some(1, target(post, under('orders', segment(...drafts, known), '/cancel'), cancellation)),
    some(3, target(post, fc.constant('/api/orders/confirm'), confirmed)),
    some(3, target(post, fc.constant('/api/payments'), paid)),
    some(3, target(['PUT', 'operator'], under('inventory', segment('FUZZED', 'FUZZED-2')), stock)),
    some(3, target(['POST', 'operator'], under('inventory', segment(FREE), '/adjustments'), adjustment)),
    some(1, target(read, fc.constant('/api/orders'))),
    some(1, target(read, fc.constant('/api/inventory'))),
    some(1, target(read, under('orders', segment(known)))),
    some(1, target(read, under('orders', segment(known), '/timeline'))),
    some(1, target(post, fc.constant('/api/webhooks/stripe'), order)),
    some(1, target(read, under('payments', segment(payment)))),
    some(1, target(read, under('inventory', segment(FREE)))),
    some(1, target(read, under('idempotency', segment(record)))),
    some(1, target(['DELETE', 'alice'], under('orders', segment(known)), order)),
  );
};

/** What may stand in a header at all: tabs, spaces, visible ASCII and single bytes beyond. */
const headerText = fc
  .array(fc.oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.constantFrom(0x09, 0x2c, 0x22, 0x5c, 0xe9, 0xff)), {
    maxLength: 40,
  })
  .map((codes) => String.fromCharCode(...codes));

const rarely = (value: fc.Arbitrary<string | string[]>): fc.Arbitrary<string | string[] | undefined> =>
  fc.option(value, { nil: undefined, freq: 5 });

const headers = fc
  .record({
    stranger: fc.constantFrom(...Array<'owner'>(12).fill('owner'), 'alice', 'operator', 'bob', 'nobody'),
    key: fc.oneof(
      { weight: 6, arbitrary: fc.uuid() },
      { weight: 1, arbitrary: fc.constantFrom('pool-1', 'pool-2', '"pool-1"') },
      { weight: 1, arbitrary: headerText },
      { weight: 1, arbitrary: fc.constantFrom<string[][]>(['a', 'b'], []) },
    ),
    type: fc.oneof({ weight: 20, arbitrary: fc.constant('application/json') }, headerText),
    prefer: rarely(fc.oneof(headerText, fc.constantFrom('respond-async', 'wait=0', 'wait=1'))),
    match: rarely(fc.oneof(headerText, fc.constantFrom('*', '"1"', '"2"'))),
    traceparent: rarely(headerText),
  })
  .map(({ stranger, key, type, prefer, match, traceparent }) => ({
    stranger,
    ...(key.length > 0 && { 'idempotency-key': key }),
    ...(type && { 'content-type': type }),
    ...(prefer && { prefer }),
    ...(match && { 'if-match': match, 'if-none-match': match }),
    ...(traceparent && { traceparent }),
  }));

/** Any request to any route of the service: honest, nearly honest, or nonsense. */
export const anyRequest = (known: Known): fc.Arbitrary<Asked> =>
  fc
    .record({ target: targets(known), query, headers })
    .map(({ target: { method, path, as, body }, query: search, headers: { stranger, ...sent } }) => ({
      method,
      path: `${path}${search}`,
      headers: { ...(stranger !== 'nobody' && bearer(stranger === 'owner' ? as : stranger)), ...sent },
      body,
    }));
