import { UnitOfWork } from '#shared/database/unit-of-work/unit-of-work.js';
import { inside } from '../support/inside.js';
import { expectInvariants } from '../support/invariants.js';
import { Scene } from '../support/scene.js';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ inside: true });
});
afterAll(() => scene.close());

describe('an order that can be paid and delivered', () => {
  it('is confirmed with its price frozen, one capture and one sale', async () => {
    await scene.stock('TEA', 10, 890);
    const answer = await scene.place({ items: [{ sku: 'TEA', quantity: 2 }], note: 'ring twice' });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ status: 'confirmed', total: 1780, currency: 'EUR', note: 'ring twice' });
    expect(answer.headers['location']).toBe(`/api/orders/${answer.body.id}`);
    expect(answer.headers['etag']).toBe(`"${answer.body.version}"`);

    const read = await scene.get(answer.headers['location']!);
    expect(read.body).toEqual(answer.body);
    const { charges, refunds } = await scene.booksOf(answer.body.id);
    expect(charges).toMatchObject([
      {
        amount: 1780,
        currency: 'eur',
        status: 'succeeded',
        attempts: 1,
        idempotencyKey: `${answer.body.sagaId}:payment.capture`,
      },
    ]);
    expect(refunds).toEqual([]);
    expect(await scene.shelf('TEA')).toMatchObject({ onHand: 8, reserved: 0, available: 8 });
    await expectInvariants(scene);
  });

  it('costs two commits', async () => {
    await scene.stock('CUP', 10);
    const units = inside(scene, UnitOfWork);
    const before = units.commits;
    const answer = await scene.place({ items: [{ sku: 'CUP', quantity: 1 }] });
    expect(answer.status).toBe(201);
    expect(units.commits - before).toBe(2);
  });

  it('keeps the price it was placed at when the catalogue changes', async () => {
    await scene.stock('POT', 10, 2500);
    const { body: order } = await scene.place({ items: [{ sku: 'POT', quantity: 1 }] });
    await scene.stock('POT', 9, 9900);
    const { body: read } = await scene.get(`/api/orders/${order.id}`);
    expect(read).toMatchObject({ total: 2500, items: [{ unitPrice: 2500, lineTotal: 2500 }] });
    await expectInvariants(scene);
  });

  it('counts items with the same SKU as one line', async () => {
    await scene.stock('SPOON', 10, 300);
    const items = [1, 2, 3].map((quantity) => ({ sku: 'SPOON', quantity }));
    const { status, body } = await scene.place({ items });
    expect(status).toBe(201);
    expect(body.items).toEqual([{ sku: 'SPOON', quantity: 6, unitPrice: 300, lineTotal: 1800 }]);
    expect(body.total).toBe(1800);
    expect(await scene.shelf('SPOON')).toMatchObject({ onHand: 4, reserved: 0 });
    await expectInvariants(scene);
  });
});

describe('what the caller expected to pay', () => {
  beforeAll(() => scene.stock('TRAY', 10, 1200));

  const tray = { items: [{ sku: 'TRAY', quantity: 1 }] };

  it('lets the order through when it is the total', async () => {
    const { status, body } = await scene.place({ ...tray, expectedTotal: 1200 });
    expect([status, body.status]).toEqual([201, 'confirmed']);
    await expectInvariants(scene);
  });

  it('refuses any other total for good: stored, nothing charged, no order', async () => {
    const before = await scene.rows('SELECT id FROM orders.orders');
    const wanted = { ...tray, expectedTotal: 1199 };
    const refused = await scene.place(wanted, { key: 'expects-1199' });
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: 'amount_mismatch', retry: 'new-key' });

    const again = await scene.place(wanted, { key: 'expects-1199' });
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.text).toBe(refused.text);
    expect(await scene.rows('SELECT id FROM orders.orders')).toEqual(before);
    await expectInvariants(scene);
  });
});

describe('an order that costs nothing', () => {
  it('is confirmed without a payment', async () => {
    await scene.stock('SAMPLE', 5, 0);
    const { status, body } = await scene.place({ items: [{ sku: 'SAMPLE', quantity: 2 }] });
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'confirmed', total: 0 });
    expect(body.paymentId).toBeUndefined();
    expect((await scene.booksOf(body.id)).charges).toEqual([]);
    expect(await scene.shelf('SAMPLE')).toMatchObject({ onHand: 3, reserved: 0 });
    const steps = await scene.rows('SELECT name, status FROM saga.steps WHERE saga_id = $1', [body.sagaId]);
    expect(steps).toContainEqual({ name: 'payment.capture', status: 'skipped' });
    await expectInvariants(scene);
  });
});

describe('what the catalogue does not allow', () => {
  beforeAll(() => Promise.all([scene.stock('EURO', 5, 100, 'EUR'), scene.stock('DOLLAR', 5, 100, 'USD')]));

  it.each([
    ['an unknown SKU', { items: [{ sku: 'NO-SUCH-SKU', quantity: 1 }] }, 'unknown_sku'],
    ['two currencies', { items: ['EURO', 'DOLLAR'].map((sku) => ({ sku, quantity: 1 })) }, 'currency_mismatch'],
    ['another currency', { items: [{ sku: 'EURO', quantity: 1 }], currency: 'USD' }, 'currency_mismatch'],
  ])('refuses %s without using the key up', async (_what, wanted, code) => {
    const key = `mended-after-${code}-${Object.keys(wanted).length}-${wanted.items.length}`;
    const refused = await scene.place(wanted, { key });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ code, retry: 'same-key' });
    const mended = await scene.place({ items: [{ sku: 'EURO', quantity: 1 }] }, { key });
    expect([mended.status, mended.body.status]).toEqual([201, 'confirmed']);
    await expectInvariants(scene);
  });
});

describe('currencies without cents and with thousandths', () => {
  it.each([
    ['JPY', 80, 1, 80],
    ['KRW', 1000, 1, 1000],
    ['KWD', 9300, 2, 18600],
    ['EUR', 820, 3, 2460],
  ])('charges %s in its own minor units', async (currency, unitPrice, quantity, amount) => {
    await scene.stock(`IN-${currency}`, 10, unitPrice, currency);
    const { status, body } = await scene.place({ items: [{ sku: `IN-${currency}`, quantity }] });
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'confirmed', total: amount, currency });
    const { charges } = await scene.booksOf(body.id);
    expect(charges).toMatchObject([{ amount, currency: currency.toLowerCase(), status: 'succeeded' }]);
    const { body: payment } = await scene.get(`/api/payments/${body.paymentId}`);
    expect(payment).toMatchObject({ amount, captured: amount, currency });
    await expectInvariants(scene);
  });
});
