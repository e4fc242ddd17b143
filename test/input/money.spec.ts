import { bearer, expectRefused, invalid, refusalIn, type Refusal, type Spoilt } from './refusal.js';
import { placeOrder, setStock, stockShelves } from './routes.js';
import { ask, type Asked } from '../support/ask.js';
import { Scene } from '../support/scene.js';
import { expectInvariants } from '../support/invariants.js';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open();
  await stockShelves(scene);
  await scene.stock('TEA', 100, 890);
  await scene.stock('CUP', 100, 1200);
  await scene.stock('SAKE', 100, 900, 'JPY');
  await scene.stock('HALF', 100, 2 ** 52);
  await scene.stock('MOST', 100, Number.MAX_SAFE_INTEGER);
  await scene.stock('BULK', 1_000_000_000, 9_007_199_255);
});
afterAll(() => scene.close());

const items = (...wanted: (readonly [sku: string, quantity: number])[]): object => ({
  items: wanted.map(([sku, quantity]) => ({ sku, quantity })),
});

const order = (what: string, members: object, refusal: Refusal): Spoilt => [
  what,
  (good: Asked) => ({ ...good, body: { ...(good.body as object), ...members } }),
  refusal,
];

const state = (code: string, ...pointers: string[]): Refusal => ({ status: 400, code, pointers });

describe('an order that cannot be priced', () => {
  it('is refused, naming the items, and its key stays free', async () => {
    await expectRefused(scene, placeOrder, [
      order('an unknown SKU', items(['NONE', 1]), state('unknown_sku', '/items/0/sku')),
      order('a known SKU in another case', items(['tea', 1]), state('unknown_sku', '/items/0/sku')),
      order(
        'two unknown SKUs among known ones',
        items(['TEA', 1], ['NONE', 1], ['CUP', 1], ['NOR', 2]),
        state('unknown_sku', '/items/1/sku', '/items/3/sku'),
      ),
      order('two currencies', items(['TEA', 1], ['SAKE', 1]), state('currency_mismatch', '/items/1/sku')),
      order(
        'another currency than the catalogue has',
        { ...items(['TEA', 1]), currency: 'USD' },
        state('currency_mismatch', '/currency', '/items/0/sku'),
      ),
      order(
        'no way to pay it',
        { ...items(['TEA', 1]), confirm: true, paymentMethod: undefined },
        invalid('/paymentMethod'),
      ),
      order('a line of 2^53', items(['HALF', 2]), invalid('/items')),
      order('a line of 2^53 in two items', items(['HALF', 1], ['HALF', 1]), invalid('/items')),
      order('a line far beyond 2^53', items(['MOST', 1_000_000]), invalid('/items')),
      order('lines that fit and a sum that does not', items(['MOST', 1], ['TEA', 1]), invalid('/items')),
      order('a hundred large items of one SKU', items(...Array(100).fill(['BULK', 1_000_000])), invalid('/items')),
    ]);
  });

  it('is priced up to the last minor unit that JSON carries exactly', async () => {
    const most = await scene.place({ ...items(['MOST', 1]), confirm: false });
    expect(most.body).toMatchObject({ status: 'draft', total: Number.MAX_SAFE_INTEGER });
    expect(most.text).toContain('"total":9007199254740991');
  });
});

describe('items of one SKU', () => {
  it('are one line, its quantity and price their sum', async () => {
    const { status, body } = await scene.place(items(['TEA', 1], ['CUP', 2], ['TEA', 3]));
    expect([status, body.total, body.items]).toEqual([
      201,
      5960,
      [
        { sku: 'TEA', quantity: 4, unitPrice: 890, lineTotal: 3560 },
        { sku: 'CUP', quantity: 2, unitPrice: 1200, lineTotal: 2400 },
      ],
    ]);
    expect((await scene.get('/api/inventory/TEA')).body).toMatchObject({ onHand: 96, reserved: 0 });
    await expectInvariants(scene);
  });

  it('are refused together when there are not enough, though each alone would fit', async () => {
    const { status, body } = await scene.place(items(['CUP', 60], ['CUP', 60]));
    expect([status, body.code]).toEqual([409, 'out_of_stock']);
    await expectInvariants(scene);
  });
});

describe('a price', () => {
  it('that the provider could not charge exactly is refused when it is set', async () => {
    const price = (currency: string, unitPrice: number): Spoilt =>
      order(`${unitPrice} ${currency}`, { currency, unitPrice }, invalid('/unitPrice'));
    await expectRefused(scene, setStock, [
      // Thousandths must end in 0; ariary are whole; the rest has no such unit or no room for one.
      price('KWD', 1),
      price('KWD', 1_005),
      price('BHD', 999),
      price('MGA', 150),
      price('IQD', 1_000),
      price('ISK', Number.MAX_SAFE_INTEGER),
      price('UGX', Number.MAX_SAFE_INTEGER),
    ]);
  });

  it.each([
    ['KWD', 1_010],
    ['MGA', 200],
    ['ISK', 5],
    ['JPY', 1],
    ['EUR', 0],
    ['EUR', Number.MAX_SAFE_INTEGER],
  ])('in %s of %i is set', async (currency, unitPrice) => {
    await scene.stock(`PRICED-${currency}`, 5, unitPrice, currency);
    const { body } = await scene.get(`/api/inventory/PRICED-${currency}`);
    expect(body).toMatchObject({ currency, unitPrice });
  });

  it('may be written with a fraction of zero', async () => {
    const { url } = scene.services[0]!;
    const headers = { ...bearer('operator'), 'content-type': 'application/json' };
    const body = '{"name":"x","unitPrice":890.00,"currency":"EUR","onHand":1.0}';
    const answer = await ask(url, { method: 'PUT', path: '/api/inventory/FRACTION', headers, body });
    expect([answer.status, JSON.parse(answer.text).unitPrice]).toEqual([201, 890]);
  });
});

describe('stock', () => {
  it('can be adjusted neither below nothing nor where there is none', async () => {
    const adjust = (sku: string, delta: number) =>
      scene.post(`/api/inventory/${sku}/adjustments`, { delta, reason: 'x' }, { as: 'operator' });
    const below = await adjust('SAKE', -101);
    expect([below.status, below.body.code, below.body.retry]).toEqual([409, 'negative_stock', 'new-key']);
    const nowhere = await adjust('NONE', 1);
    expect([nowhere.status, nowhere.body.code, nowhere.body.retry]).toEqual([404, 'not_found', 'same-key']);
    expect((await scene.get('/api/inventory/SAKE')).body).toMatchObject({ onHand: 100, version: 1 });
  });
});

describe('a draft', () => {
  it('is confirmed for exactly what it costs, and says what that is', async () => {
    const draft = await scene.place({ ...items(['TEA', 2]), confirm: false });
    for (const amount of [1779, 1781, 0, Number.MAX_SAFE_INTEGER]) {
      const answer = await scene.post(`/api/orders/${draft.body.id}/confirm`, { amount });
      expect([answer.status, answer.body.code]).toEqual([409, 'amount_mismatch']);
      expect(answer.body).toMatchObject({ instance: `/api/orders/${draft.body.id}`, retry: 'new-key' });
    }
    expect((await scene.get(`/api/orders/${draft.body.id}`)).body).toEqual(draft.body);
  });

  it('whose price was expected otherwise is not made, and that is remembered', async () => {
    const wanted = { ...items(['TEA', 2]), expectedTotal: 1000 };
    const first = await scene.place(wanted, { key: 'expected' });
    expect([first.status, first.body.code, first.body.instance]).toEqual([409, 'amount_mismatch', '/api/orders']);
    const again = await scene.place(wanted, { key: 'expected' });
    expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
  });
});

it('an order in a currency nobody sells in is told the currency is wrong, before the catalogue is asked', async () => {
  const { url } = scene.services[0]!;
  const headers = { ...bearer('alice'), 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
  const { body, ...good } = await placeOrder.good(scene);
  const answer = await ask(url, {
    ...good,
    headers,
    body: { ...body, currency: 'XXX', items: [{ sku: 'NONE', quantity: 1 }] },
  });
  expect(refusalIn(answer, true)).toEqual(invalid('/currency'));
});
