import { expectInvariants } from '../support/invariants.js';
import { rawPost, type RawAnswer } from '../support/raw-post.js';
import { anOrder, Scene } from '../support/scene.js';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open();
  await scene.stock('TEA', 100);
});
afterAll(() => scene.close());

/** `POST /api/orders` with these `Idempotency-Key` headers, byte by byte. */
const placeWith = (keys: readonly string[]): Promise<RawAnswer> =>
  rawPost(`${scene.services[0]!.url}/api/orders`, { keys, body: anOrder });

const countOrders = async (): Promise<number> =>
  (await scene.rows<{ count: number }>('SELECT count(*)::int AS count FROM orders.orders'))[0]!.count;

async function expectNothingDone(work: () => Promise<void>): Promise<void> {
  const before = await countOrders();
  await work();
  expect(await countOrders()).toBe(before);
  await expectInvariants(scene);
}

describe('the scope of a key', () => {
  it('B008 a key that placed an order cancels it: the cancel happens, and the first answer stays what it was', async () => {
    const placed = await scene.place({}, { key: 'b008-cancel' });
    const path = `/api/orders/${placed.body.id}`;
    const cancelled = await scene.post(`${path}/cancel`, {}, { key: 'b008-cancel' });
    expect([cancelled.status, cancelled.body.id, cancelled.body.status]).toEqual([200, placed.body.id, 'cancelled']);
    expect(cancelled.headers).not.toHaveProperty('idempotent-replayed');
    expect((await scene.get(path)).body.status).toBe('cancelled');
    const again = await scene.place({}, { key: 'b008-cancel' });
    expect([again.status, again.text]).toEqual([201, placed.text]);
    await expectInvariants(scene);
  });

  it('B008 a key that placed one order confirms another: never the first answer', async () => {
    const placed = await scene.place({}, { key: 'b008' });
    const { body: draft } = await scene.place({ confirm: false });
    const confirmed = await scene.post(`/api/orders/${draft.id}/confirm`, { amount: draft.total }, { key: 'b008' });
    expect([confirmed.status, confirmed.body.id, confirmed.body.status]).toEqual([200, draft.id, 'confirmed']);
    expect(confirmed.headers).not.toHaveProperty('idempotent-replayed');
    const { body: unpaid } = await scene.place({ confirm: false });
    const paid = await scene.post(
      '/api/payments',
      { orderId: unpaid.id, paymentMethod: 'pm_card_visa' },
      { key: 'b008' },
    );
    expect([paid.status, paid.body.orderId]).toEqual([201, unpaid.id]);
    const again = await scene.place({}, { key: 'b008' });
    expect(again.text).toBe(placed.text);
    await expectInvariants(scene);
  });

  it('B008 a key that confirmed one draft is no answer about another', async () => {
    const drafts = await Promise.all([scene.place({ confirm: false }), scene.place({ confirm: false })]);
    const [first, second] = drafts.map(({ body }) => body);
    await scene.post(`/api/orders/${first.id}/confirm`, { amount: first.total }, { key: 'b008-two' });
    const other = await scene.post(`/api/orders/${second.id}/confirm`, { amount: second.total }, { key: 'b008-two' });
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_key_reused']);
    expect((await scene.get(`/api/orders/${second.id}`)).body.status).toBe('draft');
    await expectInvariants(scene);
  });
});

describe('a request without a usable key', () => {
  it.each([
    ['without the header', [], 'idempotency_key_missing'],
    ['with an empty one', [''], 'idempotency_key_invalid'],
    ['with blanks only', ['   '], 'idempotency_key_invalid'],
  ])('B009 %s is refused every time, and no key is invented', async (_what, keys, code) => {
    await expectNothingDone(async () => {
      for (const answer of [await placeWith(keys), await placeWith(keys)]) {
        expect([answer.status, answer.body['code'], answer.body['retry']]).toEqual([400, code, 'same-key']);
      }
    });
  });

  it.each([
    ['two headers', ['a', 'b']],
    ['the same header twice', ['twin', 'twin']],
    ['a comma list', ['a, b']],
    ['an open quote', ['"abc']],
    ['a tab inside', ['a\tb']],
    ['a space inside', ['a b']],
    ['a quoted empty string', ['""']],
  ])('B013 %s is no key', async (_what, keys) => {
    await expectNothingDone(async () => {
      const { status, body } = await placeWith(keys);
      expect([status, body['code']]).toEqual([400, 'idempotency_key_invalid']);
    });
  });

  const utf8 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

  it.each([
    ['256 characters', 'k'.repeat(256)],
    ['10,000 characters', 'k'.repeat(10_000)],
    ['128 letters of two bytes', utf8('é'.repeat(128))],
    ['a composed letter', utf8('caf\u00e9')],
    ['a decomposed letter', utf8('cafe\u0301')],
    ['a letter of Latin-1', '\u00e9'],
  ])('B014 %s is no key', async (_what, key) => {
    await expectNothingDone(async () => {
      const { status, body } = await placeWith([key]);
      expect([status, body['code']]).toEqual([400, 'idempotency_key_invalid']);
    });
  });
});

describe('a usable key', () => {
  it.each([
    ['one character', '!', '"!"'],
    ['255 characters', 'k'.repeat(255), `"${'k'.repeat(255)}"`],
    ['an escaped quote', '"a\\"b"', '"a\\"b"'],
    ['a quoted comma', '"a,b"', '"a,b"'],
  ])('B013 of %s is one key in either form, kept to its last character', async (_what, bare, quoted) => {
    const first = await placeWith([bare]);
    const again = await placeWith([quoted]);
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
    const [record] = await scene.rows<{ key: string }>(
      `SELECT key FROM idempotency.records r JOIN orders.orders o USING (saga_id) WHERE o.id = $1`,
      [first.body['id']],
    );
    const unquoted = quoted.slice(1, -1).replace('\\"', '"');
    expect(record!.key).toBe(unquoted);
    await expectInvariants(scene);
  });

  it('B014 that differs from another in its 255th character only is another key', async () => {
    const [one, two] = [await placeWith([`${'k'.repeat(254)}1`]), await placeWith([`${'k'.repeat(254)}2`])];
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(one.body['id']).not.toBe(two.body['id']);
    await expectInvariants(scene);
  });
});
