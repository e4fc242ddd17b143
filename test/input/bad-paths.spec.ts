import { bearer, problemIn, refusalIn } from './refusal.js';
import { stockShelves } from './routes.js';
import { ask, type Answered } from '../support/ask.js';
import { Scene } from '../support/scene.js';
import { stored } from '../support/stored.js';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open();
  await stockShelves(scene);
});
afterAll(() => scene.close());

const CONFIRM = { amount: 0, paymentMethod: 'pm_card_visa' };
const STOCK = { name: 'x', unitPrice: 1, currency: 'EUR', onHand: 1 };

interface PathRoute {
  readonly name: string;
  readonly ask: (id: string) => Promise<Answered>;
  readonly keyed: boolean;
}

const route = (name: string, as: 'alice' | 'operator', body?: object): PathRoute => {
  const [method, pattern] = name.split(' ') as ['GET' | 'POST' | 'PUT', string];
  const keyed = method === 'POST';
  return {
    name,
    keyed,
    ask: (id) => {
      const headers = {
        ...bearer(as),
        ...(body && { 'content-type': 'application/json' }),
        ...(keyed && { 'idempotency-key': crypto.randomUUID() }),
      };
      return ask(scene.services[0]!.url, { method, path: pattern.replace('{}', id), headers, body });
    },
  };
};

const BY_ID = [
  route('GET /api/orders/{}', 'alice'),
  route('GET /api/orders/{}/timeline', 'alice'),
  route('POST /api/orders/{}/confirm', 'alice', CONFIRM),
  route('POST /api/orders/{}/cancel', 'alice', {}),
  route('GET /api/payments/{}', 'alice'),
  route('GET /api/idempotency/{}', 'alice'),
];

const BY_SKU = [
  route('GET /api/inventory/{}', 'alice'),
  route('PUT /api/inventory/{}', 'operator', STOCK),
  route('POST /api/inventory/{}/adjustments', 'operator', { delta: 1, reason: 'x' }),
];

/** Ids that could not have come from us, though a path can hold them. */
const NO_IDS = [
  'x',
  '0',
  '-1',
  '01890A5D-AC96-774B-BCCE-B302099A8057',
  '01890a5dac96774bbcceb302099a8057',
  '%7B01890a5d-ac96-774b-bcce-b302099a8057%7D',
  '01890a5d-ac96-774b-bcce-b302099a805',
  '01890a5d-ac96-774b-bcce-b302099a8057%20',
  "01890a5d-ac96-774b-bcce-b302099a8057'--",
  '00000000-0000-0000-0000-000000000000',
  '..%2f',
  '..%2f..%2f..%2fetc%2fpasswd',
  '%2e%2e',
  '%0d%0aSet-Cookie:%20a=b',
  '%1b%5b31m',
  '%F0%9F%94%91',
  '%E2%80%AE',
  '__proto__',
  'constructor',
  'toString',
  'a'.repeat(100),
];

/** Paths that are no text PostgreSQL can hold, or too long to name anything. */
const NO_PATHS: readonly (readonly [id: string, status: number, code: string])[] = [
  ['%00', 400, 'malformed_url'],
  ['a%00b', 400, 'malformed_url'],
  ['%ff', 400, 'malformed_url'],
  ['%ed%a0%80', 400, 'malformed_url'],
  ['%c0%af', 400, 'malformed_url'],
  ['%zz', 400, 'malformed_url'],
  ['%', 400, 'malformed_url'],
  ['a'.repeat(101), 414, 'path_too_long'],
  ['a'.repeat(5_000), 414, 'path_too_long'],
];

describe('an id that is none of ours', () => {
  it.each(BY_ID)('is not found by $name', async ({ ask: send, keyed }) => {
    const before = await stored(scene);
    for (const id of NO_IDS) {
      const answer = await send(id);
      expect([id, refusalIn(answer, keyed)]).toEqual([id, { status: 404, code: 'not_found' }]);
      expect(problemIn(answer).instance).toMatch(/^[\x21-\x7e]{1,400}$/);
    }
    expect(await stored(scene)).toEqual(before);
  });

  it.each(BY_SKU)('is refused by $name when no SKU looks like that', async ({ ask: send, keyed }) => {
    const before = await stored(scene);
    const impossible = NO_IDS.filter((id) => !/^[\w.-]{1,64}$/.test(id));
    for (const sku of [...impossible, '%20', 'a%20b', 'a%2fb', '%C3%A9', 'a%0a', 'a'.repeat(65)]) {
      const expected = { status: 400, code: 'validation_failed', pointers: ['/sku'] };
      expect([sku, refusalIn(await send(sku), keyed)]).toEqual([sku, expected]);
    }
    expect(await stored(scene)).toEqual(before);
  });
});

describe('a path that is no text', () => {
  it.each([...BY_ID, ...BY_SKU])('is refused for $name', async ({ ask: send, keyed }) => {
    const before = await stored(scene);
    for (const [id, status, code] of NO_PATHS) {
      // A path that cannot be read belongs to no route yet, so nothing is known about a key.
      const advised = keyed && id.includes('%00');
      const answer = await send(id);
      expect([id, refusalIn(answer, advised)]).toEqual([id, { status, code }]);
      expect(problemIn(answer).instance.length).toBeLessThanOrEqual(200);
    }
    expect(await stored(scene)).toEqual(before);
  });
});

describe('a path that is no URI either', () => {
  it.each([
    ['a percent sign alone', '%', '%25'],
    ['a code that is none', 'a%zzb', 'a%25zzb'],
    ['a code cut off by our own limit', `${'x'.repeat(186)}%F0%9F`, 'x'.repeat(186)],
    ['what a browser would encode', '<"a|b">', '%3C%22a%7Cb%22%3E'],
  ])('is named as one in the answer: %s', async (_, id, named) => {
    const path = `/api/orders/${id}`;
    const { instance } = problemIn(await ask(scene.services[0]!.url, { path, headers: bearer('alice') }));
    expect(instance).toBe(`/api/orders/${named}`);
  });
});

describe('a SKU named like a member of every object', () => {
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
    'is a SKU like any other: %s',
    async (sku) => {
      await scene.stock(sku, 5, 0);
      expect((await scene.get(`/api/inventory/${sku}`)).body).toMatchObject({ sku, onHand: 5 });
      const order = await scene.place({
        items: [
          { sku, quantity: 1 },
          { sku, quantity: 2 },
        ],
      });
      expect(order.body).toMatchObject({ status: 'confirmed', items: [{ sku, quantity: 3 }] });
    },
  );

  it('that nobody stocks is unknown', async () => {
    const order = await scene.place({ items: [{ sku: 'propertyIsEnumerable', quantity: 1 }] });
    expect([order.status, order.body.code]).toEqual([400, 'unknown_sku']);
  });
});
