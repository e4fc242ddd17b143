import { holdSettling } from '../support/held-lock.js';
import { expectInvariants } from '../support/invariants.js';
import { postAndLeave } from '../support/raw-post.js';
import { anOrder, Scene } from '../support/scene.js';
import { until } from '../support/until.js';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ instances: 2 });
  await scene.stock('TEA', 1000);
  await scene.stock('CUP', 1000);
});
afterAll(() => scene.close());

const TWO_ITEMS = { ...anOrder, items: ['TEA', 'CUP'].map((sku) => ({ sku, quantity: 1 })), note: 'A note' };

/** Sends a text as the body, under a key that was used for `first`. */
const repeated = async (key: string, first: object | string, again: object | string) => {
  const placed = await scene.post('/api/orders', first, { key });
  expect(placed.status).toBe(201);
  return { placed, answer: await scene.post('/api/orders', again, { key, instance: 1 }) };
};

describe('the same content in another spelling', () => {
  it.each([
    [
      'members in another order, at both levels',
      '{"note":"A note","paymentMethod":"pm_card_visa","items":[{"quantity":1,"sku":"TEA"},{"quantity":1,"sku":"CUP"}],"customerId":"customer-1"}',
    ],
    ['more white space', JSON.stringify(TWO_ITEMS, null, 4)],
    ['an escaped letter', JSON.stringify(TWO_ITEMS).replace('A note', '\\u0041 note')],
    ['a number with a decimal point', JSON.stringify(TWO_ITEMS).replaceAll('"quantity":1', '"quantity":1.0')],
    ['a default that is spelled out', JSON.stringify({ ...TWO_ITEMS, confirm: true })],
    ['an absent member as null', JSON.stringify({ ...TWO_ITEMS, currency: null, expectedTotal: null })],
  ])('B016 B017 %s: a replay', async (what, again) => {
    const { placed, answer } = await repeated(`same ${what}`.replaceAll(/\W/g, '-'), TWO_ITEMS, again);
    expect([answer.status, answer.text]).toEqual([201, placed.text]);
    expect(answer.headers['idempotent-replayed']).toBe('true');
    await expectInvariants(scene);
  });

  it.each([
    ['items in another order', { ...TWO_ITEMS, items: TWO_ITEMS.items.toReversed() }],
    ['an empty note instead of none', { ...anOrder, note: '' }],
    ['a quantity more', { ...anOrder, items: [{ sku: 'TEA', quantity: 2 }] }],
    ['an expected total', { ...anOrder, expectedTotal: 1000 }],
  ])('B016 B017 %s: a conflict', async (what, again) => {
    const first = what.startsWith('items') ? TWO_ITEMS : anOrder;
    const { answer } = await repeated(`other ${what}`.replaceAll(/\W/g, '-'), first, again);
    expect([answer.status, answer.body.code]).toEqual([409, 'idempotency_key_reused']);
    await expectInvariants(scene);
  });

  it.each([
    ['a number as text', { ...anOrder, items: [{ sku: 'TEA', quantity: '1' }] }],
    ['an unknown member', { ...anOrder, giftWrap: true }],
  ])('B017 B025 %s: refused before the look-up, and the key still replays', async (what, wrong) => {
    const key = what.replaceAll(' ', '-');
    const { placed, answer } = await repeated(key, anOrder, wrong);
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed']);
    expect((await scene.place({}, { key })).text).toBe(placed.text);
    await expectInvariants(scene);
  });

  it('B025 another user agent is the same request, another query string is not', async () => {
    const placed = await scene.place({}, { key: 'b025' });
    const agent = await scene.place({}, { key: 'b025', instance: 1 }).set('User-Agent', 'another/1.0');
    expect(agent.text).toBe(placed.text);
    const query = await scene.post('/api/orders?dryRun=true', anOrder, { key: 'b025' });
    expect([query.status, query.body.code]).toEqual([409, 'idempotency_key_reused']);
    const sameQuery = await scene.post('/api/orders?b=2&a=1', anOrder, { key: 'b025-query' });
    const sorted = await scene.post('/api/orders?a=1&b=2', anOrder, { key: 'b025-query' });
    expect(sorted.text).toBe(sameQuery.text);
    await expectInvariants(scene);
  });
});

describe('another content under a used key', () => {
  const other = { note: 'another content' };

  it('B018 is found out on every road: long after, at once on the same instance, and in the race of two inserts', async () => {
    await scene.place({}, { key: 'b018' });
    for (const instance of [0, 1, 0]) {
      const { status, body } = await scene.place(other, { key: 'b018', instance });
      expect([status, body.code]).toEqual([409, 'idempotency_key_reused']);
    }
    for (let round = 0; round < 10; round++) {
      const key = `b018-${round}`;
      const answers = await Promise.all([scene.place({}, { key }), scene.place(other, { key, instance: 1 })]);
      const codes = answers.map(({ status, body }) => body.code ?? status);
      expect(codes.toSorted()).toEqual([201, 'idempotency_key_reused']);
    }
    await expectInvariants(scene);
  });

  it('B020 leaves no trace: forty alternating requests always replay the one and refuse the other', async () => {
    const first = await scene.place({}, { key: 'b020' });
    const row = () => scene.rows(`SELECT xmin, r.* FROM idempotency.records r WHERE key = 'b020'`);
    const before = await row();
    for (let turn = 0; turn < 20; turn++) {
      const refused = await scene.place(other, { key: 'b020', instance: turn % 2 });
      expect([refused.status, refused.body.code]).toEqual([409, 'idempotency_key_reused']);
      const replayed = await scene.place({}, { key: 'b020', instance: (turn >> 1) % 2 });
      expect([replayed.status, replayed.text]).toEqual([201, first.text]);
    }
    expect(await row()).toEqual(before);
    await expectInvariants(scene);
  });

  it('B023 the answer was lost and the order edited: 409 that leads to the first order, which stays as it was', async () => {
    const slow = { ...anOrder, paymentMethod: 'pm_sandbox_delay_300' };
    const left = postAndLeave(`${scene.services[0]!.url}/api/orders`, 'b023', slow);
    await scene.claimed('b023');
    left.hangUp();
    const edited = { ...slow, items: [{ sku: 'TEA', quantity: 2 }] };
    const refused = await scene.post('/api/orders', edited, { key: 'b023', instance: 1 });
    expect([refused.status, refused.body.code]).toEqual([409, 'idempotency_key_reused']);
    const found = await scene.decision({ body: { pollUrl: refused.body.instance } });
    expect(found.body).toMatchObject({ status: 'confirmed', items: [{ sku: 'TEA', quantity: 1 }] });
    expect((await scene.booksOf(found.body.id)).charges).toMatchObject([{ amount: 1000, attempts: 1 }]);
    await expectInvariants(scene);
  });
});

describe('what an instance remembers', () => {
  it('B021 is never “in progress” for ever: the other instance replays as soon as it is decided', async () => {
    const settling = await holdSettling(scene);
    const first = await scene.place({}, { key: 'b021' }).set('Prefer', 'respond-async');
    expect((await scene.place({}, { key: 'b021', instance: 1 })).status).toBe(202);
    await settling.release();
    const decided = await scene.decision(first);
    const replayed = await scene.place({}, { key: 'b021', instance: 1 });
    expect([replayed.status, replayed.text]).toEqual([201, decided.text]);
    await expectInvariants(scene);
  });

  it('B021 and hears of the decision while it waits', async () => {
    const slow = { paymentMethod: 'pm_sandbox_delay_500' };
    await scene.place(slow, { key: 'b021-waits' }).set('Prefer', 'respond-async');
    const waited = await scene.place(slow, { key: 'b021-waits', instance: 1 }).set('Prefer', 'wait=20');
    expect([waited.status, waited.body.status]).toEqual([201, 'confirmed']);
    await until('the first instance says the same', async () => {
      const { text } = await scene.place(slow, { key: 'b021-waits' });
      return text === waited.text;
    });
    await expectInvariants(scene);
  });
});
