import { bearer } from './refusal.js';
import { FREE } from './routes.js';
import type { Asked } from '../support/ask.js';
import fc from 'fast-check';

/** Ids of things that exist, for requests that reach them. */
export interface Known {
  readonly draft: string;
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
  fc.oneof({ weight: 6, arbitrary: good }, { weight: 1, arbitrary: anything });

const items = fc.array(
  fc.record({ sku: mostly(fc.constant(FREE)), quantity: mostly(fc.integer({ min: 1, max: 3 })) }),
  {
    minLength: 1,
    maxLength: 4,
  },
);
const methods = fc.constantFrom('pm_card_visa', 'pm_card_chargeDeclined', 'pm_nonsense');

const bodies = ({ draft }: Known): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc.record(
      {
        customerId: mostly(fc.constant('customer-1')),
        items: mostly(items),
        paymentMethod: mostly(methods),
        currency: mostly(fc.constant('EUR')),
        expectedTotal: mostly(fc.constant(0)),
        confirm: mostly(fc.boolean()),
        note: mostly(fc.string({ unit: 'binary', maxLength: 50 })),
      },
      { requiredKeys: ['customerId', 'items', 'paymentMethod'] },
    ),
    fc.record(
      { orderId: mostly(fc.constant(draft)), amount: mostly(fc.constant(0)), paymentMethod: mostly(methods) },
      { requiredKeys: ['amount'] },
    ),
    fc.record({
      name: mostly(word),
      unitPrice: mostly(integer),
      currency: mostly(fc.constantFrom('EUR', 'KWD', 'JPY')),
      onHand: mostly(fc.nat(1_000)),
    }),
    fc.record({ delta: mostly(integer), reason: mostly(word) }),
    fc.dictionary(word, anything, { maxKeys: 6 }),
    anything,
  );

/** A body's text, now and then damaged. */
const bodyText = (known: Known): fc.Arbitrary<string> =>
  fc
    .tuple(bodies(known), fc.constantFrom('', '', '', '', 'cut', 'insert', 'double'), fc.nat(), word)
    .map(([body, damage, place, more]) => {
      const text = JSON.stringify(body) ?? '';
      const at = place % (text.length + 1);
      if (damage === 'cut') return text.slice(0, at);
      if (damage === 'insert') return text.slice(0, at) + more + text.slice(at);
      return damage === 'double' ? text + text : text;
    });

const segment = (...known: string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...known) },
    { weight: 1, arbitrary: word.map((text) => encodeURIComponent(text.toWellFormed())) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('%00', '%ff', '%', '..%2f', 'a'.repeat(101), '01890a5d-ac96-774b-bcce-b302099a8057'),
    },
  );

const query = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
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

const targets = ({ draft, order, payment, record }: Known): fc.Arbitrary<{ method: Asked['method']; path: string }> => {
  const on = (method: Asked['method'], path: fc.Arbitrary<string>) => path.map((one) => ({ method, path: one }));
  const under = (root: string, id: fc.Arbitrary<string>, rest = ''): fc.Arbitrary<string> =>
    id.map((one) => `/api/${root}/${one}${rest}`);
  return fc.oneof(
    { weight: 4, arbitrary: on('POST', fc.constant('/api/orders')) },
    on('GET', fc.constant('/api/orders')),
    on('GET', under('orders', segment(draft, order))),
    { weight: 3, arbitrary: on('POST', under('orders', segment(draft, order, 'confirm'), '/confirm')) },
    { weight: 2, arbitrary: on('POST', fc.constant('/api/orders/confirm')) },
    { weight: 2, arbitrary: on('POST', fc.constant('/api/payments')) },
    on('GET', under('payments', segment(payment))),
    on('GET', fc.constant('/api/inventory')),
    on('GET', under('inventory', segment(FREE))),
    { weight: 2, arbitrary: on('PUT', under('inventory', segment('FUZZED', 'FUZZED-2'))) },
    { weight: 2, arbitrary: on('POST', under('inventory', segment(FREE), '/adjustments')) },
    on('GET', under('idempotency', segment(record))),
    on('DELETE', under('orders', segment(order))),
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
    caller: fc.constantFrom('alice', 'alice', 'alice', 'operator', 'operator', 'bob', undefined),
    key: fc.oneof(
      { weight: 6, arbitrary: fc.uuid() },
      { weight: 1, arbitrary: fc.constantFrom('pool-1', 'pool-2', '"pool-1"') },
      { weight: 1, arbitrary: headerText },
      { weight: 1, arbitrary: fc.constantFrom<string[][]>(['a', 'b'], []) },
    ),
    type: fc.oneof({ weight: 9, arbitrary: fc.constant('application/json') }, headerText),
    prefer: rarely(fc.oneof(headerText, fc.constantFrom('respond-async', 'wait=0', 'wait=1'))),
    match: rarely(fc.oneof(headerText, fc.constantFrom('*', '"1"', '"2"'))),
    traceparent: rarely(headerText),
  })
  .map(({ caller, key, type, prefer, match, traceparent }) => ({
    ...(caller && bearer(caller as 'alice')),
    ...(key.length > 0 && { 'idempotency-key': key }),
    ...(type && { 'content-type': type }),
    ...(prefer && { prefer }),
    ...(match && { 'if-match': match, 'if-none-match': match }),
    ...(traceparent && { traceparent }),
  }));

/** Any request to any route of the service: honest, nearly honest, or nonsense. */
export const anyRequest = (known: Known): fc.Arbitrary<Asked> =>
  fc
    .record({ target: targets(known), query, headers, body: bodyText(known) })
    .map(({ target, query: search, headers: sent, body }) => ({
      method: target.method,
      path: `${target.path}${search}`,
      headers: sent,
      ...(target.method !== 'GET' && { body }),
    }));
