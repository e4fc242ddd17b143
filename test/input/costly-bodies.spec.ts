import { bearer, problemIn } from './refusal.js';
import { BODY_ROUTES, placeOrder, stockShelves } from './routes.js';
import { ask, type Answered, type Asked } from '../support/ask.js';
import { Scene } from '../support/scene.js';
import { stored } from '../support/stored.js';
import { monitorEventLoopDelay } from 'node:perf_hooks';

let scene: Scene;
beforeAll(async () => {
  // Inside this process: its event loop, its processor time and its prototypes are what is looked at.
  scene = await Scene.open({ inside: true });
  await stockShelves(scene);
});
afterAll(() => scene.close());

/** Nobody else is served while the event loop is blocked; a fifth of a second is what a health check forgives. */
const MAX_BLOCK_MS = 200;
/** Any single measurement can be late on a busy machine; a body that blocks does so every time. */
const ROUNDS = 5;

/**
 * How long the event loop stood still for some work, at least: the shortest of several measurements, and never more than
 * the processor time that was spent, because on a busy machine it stands still without working, too.
 */
async function blockedMs(work: () => Promise<unknown>): Promise<number> {
  let shortest = Infinity;
  for (let round = 0; round < ROUNDS && shortest >= MAX_BLOCK_MS; round++) {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    const before = process.cpuUsage();
    delay.enable();
    await work();
    delay.disable();
    const { user, system } = process.cpuUsage(before);
    shortest = Math.min(shortest, delay.max / 1e6, (user + system) / 1e3);
  }
  return shortest;
}

const lists = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const objects = (levels: number): string => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);

const BOMBS: readonly (readonly [what: string, body: string])[] = [
  ...[1_000, 5_000, 50_000].flatMap((levels): [string, string][] => [
    [`${levels} lists`, lists(levels)],
    [`${levels} lists that are never closed`, '['.repeat(levels)],
    [`${levels} lists in a known member`, `{"customerId":"c1","note":${lists(levels)}}`],
    [`${levels} lists in an unknown member`, `{"x":${lists(levels)}}`],
  ]),
  ['40,000 objects', objects(40_000)],
  ['40,000 objects in an item', `{"items":[${objects(40_000)}]}`],
];

/** As large as a body may be, and as much work as can be made of that. */
const room = (one: string, bytes = 250_000): string =>
  Array(Math.floor(bytes / (one.length + 1)))
    .fill(one)
    .join(',');

const HEAVY: readonly (readonly [what: string, body: string])[] = [
  ['as many items as fit', `{"items":[${room('{"sku":"FREE","quantity":1}')}]}`],
  ['as many wrong items as fit', `{"items":[${room('{}')}]}`],
  ['as many numbers for items as fit', `{"items":[${room('1')}]}`],
  ['as many unknown members as fit', `{${[...Array(20_000).keys()].map((n) => `"x${n}":1`).join(',')}}`],
  ['as many items with as many wrong members', `{"items":[${room('{"a":1,"b":1,"c":1,"d":1}')}]}`],
  ['a number as long as the body', `{"amount":${'9'.repeat(250_000)}}`],
  ['a fraction as long as the body', `{"amount":1.${'0'.repeat(250_000)}1}`],
  ['a text of nothing but escapes', `{"note":"${String.raw`\u0041`.repeat(40_000)}"}`],
  ['a text of nothing but backslashes', `{"note":"${'\\'.repeat(250_000)}"}`],
  ['a member name as long as the body', `{"${'a/~'.repeat(80_000)}":1}`],
  ['the most values a document may have', `{"items":[${room('{}', 5_900)}]}`],
  ['as many as that in a known member', `{"note":[${room('{}', 5_900)}]}`],
  ['white space', ' '.repeat(250_000)],
];

const send = (asked: Asked): Promise<Answered> => ask(scene.services[0]!.url, asked);

describe('danger: a small body keeps the whole service busy (B147)', () => {
  it.each(BODY_ROUTES)('$name refuses every one at once, and stores nothing', async (route) => {
    const good = await route.good(scene);
    const headers = { ...bearer(route.as), 'content-type': 'application/json', 'idempotency-key': 'bomb' };
    const before = await stored(scene);
    for (const [what, body] of [...BOMBS, ...HEAVY]) {
      let status = 0;
      const blocked = await blockedMs(async () => {
        const answer = await send({ ...good, headers, body });
        status = answer.status;
        expect(answer.text.length).toBeLessThan(20_000);
      });
      expect([what, status, blocked < MAX_BLOCK_MS]).toEqual([what, 400, true]);
    }
    expect(await stored(scene)).toEqual(before);
    expect((await fetch(`${scene.services[0]!.url}/health/ready`)).status).toBe(200);
  });

  it('an order of all the items there may be is still served', async () => {
    const { body, ...good } = await placeOrder.good(scene);
    const headers = { ...bearer('alice'), 'content-type': 'application/json', 'idempotency-key': 'all-items' };
    const items = Array(100).fill({ sku: 'FREE', quantity: 1 });
    const answer = await send({ ...good, headers, body: { ...body, items, note: 'n'.repeat(1000) } });
    expect([answer.status, problemIn(answer)['items']]).toEqual([201, [expect.objectContaining({ quantity: 100 })]]);
  });
});

describe('danger: headers and queries made to be slow to read', () => {
  it.each<[string, Asked]>([
    [
      'a quoted key of backslashes',
      { method: 'POST', path: '/api/orders', headers: { 'idempotency-key': `"${'\\'.repeat(15_000)}` } },
    ],
    ['a key of quotes', { method: 'POST', path: '/api/orders', headers: { 'idempotency-key': '"'.repeat(15_000) } }],
    [
      'a key of white space',
      { method: 'POST', path: '/api/orders', headers: { 'idempotency-key': `a${' '.repeat(15_000)}b` } },
    ],
    ['a preference of quotes', { path: '/api/orders', headers: { prefer: '"\\'.repeat(7_000) } }],
    ['an If-None-Match of commas', { path: '/api/orders', headers: { 'if-none-match': ','.repeat(15_000) } }],
    [
      'a content type of white space',
      { path: '/api/orders', headers: { 'content-type': `application/json;${' '.repeat(15_000)}x` } },
    ],
    [
      'a content type and white space',
      { path: '/api/orders', headers: { 'content-type': `application/json${' '.repeat(15_000)}x` } },
    ],
    ['a query of members', { path: `/api/orders?${'a&'.repeat(7_000)}` }],
    ['a query of brackets', { path: `/api/orders?a${'[b]'.repeat(5_000)}=1` }],
    ['a path of slashes', { path: `/api${'/'.repeat(15_000)}` }],
    ['a path of escapes', { path: `/api/orders/${'%2e'.repeat(5_000)}` }],
  ])('%s', async (_, asked) => {
    const json = asked.method && { 'content-type': 'application/json' };
    let status = 0;
    const blocked = await blockedMs(async () => {
      status = (
        await send({ ...asked, headers: { ...bearer('alice'), ...json, ...asked.headers }, body: asked.method && {} })
      ).status;
    });
    expect([status < 500, blocked < MAX_BLOCK_MS]).toEqual([true, true]);
  });
});
