import { bearer, refusalIn, refused, invalid, type Refusal } from './refusal.js';
import { placeOrder, stockShelves } from './routes.js';
import { ask, type Answered } from '../support/ask.js';
import { Scene } from '../support/scene.js';
import { stored } from '../support/stored.js';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open();
  await stockShelves(scene);
  await scene.place({ items: [{ sku: 'FREE', quantity: 1 }] });
});
afterAll(() => scene.close());

const read = (path: string): Promise<Answered> => ask(scene.services[0]!.url, { path, headers: bearer('alice') });
const cursor = (position: string | Buffer): string => `cursor=${Buffer.from(position).toString('base64url')}`;

const LIMITS = ['0', '101', '-1', '1e1', '1.0', '0x10', '%2B5', '%205', '', 'ten', 'NaN', '9'.repeat(30), '%E2%91%A4'];

const EVERY_LIST: readonly (readonly [query: string, refusal: Refusal])[] = [
  ...LIMITS.map((value) => [`limit=${value}`, invalid('/limit')] as const),
  ['limit=5&limit=5', invalid('/limit')],
  ['limit', invalid('/limit')],
  ['limit[]=5', invalid('/limit[]')],
  ['limit[gt]=5', invalid('/limit[gt]')],
  ['cursor=', invalid('/cursor')],
  ['cursor=x', invalid('/cursor')],
  ['cursor=a&cursor=b', invalid('/cursor')],
  [`cursor=${'a'.repeat(5_000)}`, invalid('/cursor')],
  ['cursor=%F0%9F%94%91', invalid('/cursor')],
  [cursor("' OR 1=1 --"), invalid('/cursor')],
  [cursor('a\0b'), invalid('/cursor')],
  [cursor(Buffer.from([0xff, 0xfe])), invalid('/cursor')],
  [`${cursor('TEA')}=`, invalid('/cursor')],
  ['x=1', invalid('/x')],
  ['=1', invalid('/')],
  ['__proto__=1', invalid('/__proto__')],
  ['__proto__[x]=1', invalid('/__proto__[x]')],
  ['constructor=1', invalid('/constructor')],
  ['toString=1', invalid('/toString')],
  ['%ff=1', invalid('/%ff')],
  ['a=1&b=2', invalid('/a', '/b')],
  ['tenantId=bob', invalid('/tenantId')],
  ['cursor=%00', refused(400, 'malformed_url')],
  ['x%00=1', refused(400, 'malformed_url')],
];

const ORDERS_ONLY: readonly (readonly [query: string, refusal: Refusal])[] = [
  [cursor('TEA'), invalid('/cursor')],
  [cursor('01890A5D-AC96-774B-BCCE-B302099A8057'), invalid('/cursor')],
  ['status=', invalid('/status')],
  ['status=nope', invalid('/status')],
  ['status=DRAFT', invalid('/status')],
  ['status=draft&status=draft', invalid('/status')],
  ['status=draft,confirmed', invalid('/status')],
  ['customerId=', invalid('/customerId')],
  [`customerId=${'c'.repeat(65)}`, invalid('/customerId')],
  ['customerId=a%20b', invalid('/customerId')],
  ['customerId=%C3%A9', invalid('/customerId')],
  ['customerId=a&customerId=b', invalid('/customerId')],
];

describe('a list asked for with a bad query', () => {
  it.each([
    { path: '/api/orders', table: [...EVERY_LIST, ...ORDERS_ONLY] },
    { path: '/api/inventory', table: [...EVERY_LIST, ['status=draft', invalid('/status')] as const] },
  ])('is refused: GET $path', async ({ path, table }) => {
    const told: unknown[] = [];
    for (const [query] of table) told.push([query, refusalIn(await read(`${path}?${query}`), false)]);
    expect(told).toEqual(table);
  });

  it.each(['/api/orders', '/api/inventory'])(
    'is served from its smallest page to its largest: GET %s',
    async (path) => {
      for (const query of ['limit=1', 'limit=100', '', '&&']) {
        expect([query, (await read(`${path}?${query}`)).status]).toEqual([query, 200]);
      }
    },
  );

  it('goes on with the cursor it was given', async () => {
    await scene.stock('ANOTHER', 1);
    const first = JSON.parse((await read('/api/inventory?limit=1')).text) as { nextCursor: string };
    expect((await read(`/api/inventory?limit=1&cursor=${first.nextCursor}`)).status).toBe(200);
  });
});

describe('a query on a keyed route', () => {
  const place = async (query: string, key: string): Promise<Answered> => {
    const good = await placeOrder.good(scene);
    const headers = { ...bearer('alice'), 'content-type': 'application/json', 'idempotency-key': key };
    return ask(scene.services[0]!.url, { ...good, path: `${good.path}${query}`, headers });
  };

  it('is part of what the key stands for, in any order', async () => {
    const first = await place('?a=1&b=2&b=3', 'queried');
    expect(first.status).toBe(201);
    expect((await place('?b=2&b=3&a=1', 'queried')).text).toBe(first.text);
    for (const other of ['', '?a=1', '?a=1&b=3&b=2', '?a=1&b=2&b=3&__proto__=1']) {
      const answer = await place(other, 'queried');
      expect([other, answer.status, JSON.parse(answer.text).code]).toEqual([other, 409, 'idempotency_key_reused']);
    }
  });

  it('that holds a NUL is refused, and the key stays free', async () => {
    const before = await stored(scene);
    expect(refusalIn(await place('?a=%00', 'with-nul'), true)).toEqual({ status: 400, code: 'malformed_url' });
    expect(await stored(scene)).toEqual(before);
    expect((await place('', 'with-nul')).status).toBe(201);
  });
});
