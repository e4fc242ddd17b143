import { bearer } from './refusal.js';
import { stockShelves } from './routes.js';
import { ask, type Answered } from '../support/ask.js';
import { Scene } from '../support/scene.js';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open();
  await stockShelves(scene);
});
afterAll(() => scene.close());

const place = (key: string, body: string): Promise<Answered> => {
  const headers = { ...bearer('alice'), 'content-type': 'application/json', 'idempotency-key': key };
  return ask(scene.services[0]!.url, { method: 'POST', path: '/api/orders', headers, body });
};

const body = (more: string, quantity = '1'): string =>
  `{"customerId":"c1","items":[{"sku":"FREE","quantity":${quantity}}],"confirm":false${more}}`;

describe('danger: one intent is taken for two, or two for one (B017)', () => {
  it.each([
    ['a member is absent, then null', body(''), body(',"note":null')],
    ['a member that nobody knows is absent, then null', body(''), body(',"colour":null')],
    [
      'a default is left out, then said',
      body('').replace(',"confirm":false', ''),
      body(',"note":null').replace('false', 'true'),
    ],
    ['1, then 1.0', body(''), body('', '1.0')],
    ['members change places', body(''), '{"confirm":false,"items":[{"quantity":1,"sku":"FREE"}],"customerId":"c1"}'],
    ['white space and escapes', body(',"note":"A/é"'), body(String.raw` , "note" : "\u0041\/\u00e9"`)],
  ])('the same content in other words is replayed: %s', async (what, first, second) => {
    const paid = (text: string): string => text.replace('{', '{"paymentMethod":"pm_card_visa",');
    const one = await place(what.replaceAll(/[ ,]/g, '-'), paid(first));
    const two = await place(what.replaceAll(/[ ,]/g, '-'), paid(second));
    expect([one.status, two.status, two.headers['idempotent-replayed']]).toEqual([201, 201, 'true']);
    expect(two.text).toBe(one.text);
  });

  it.each([
    ['no-note-then-an-empty-one', body(''), body(',"note":""')],
    ['another-quantity', body(''), body('', '2')],
    ['another-normal-form-of-a-letter', body(',"note":"é"'), body(',"note":"e\u0301"')],
    ['a-space-more', body(',"note":"a"'), body(',"note":"a "')],
  ])('other content under the same key is refused: %s', async (key, first, second) => {
    const one = await place(key, first);
    const two = await place(key, second);
    expect([one.status, two.status, JSON.parse(two.text).code]).toEqual([201, 409, 'idempotency_key_reused']);
    expect((await place(key, first)).text).toBe(one.text);
  });

  it('a text that looks like the number is no number: refused, and the key goes on meaning the first request', async () => {
    const one = await place('text-for-number', body(''));
    const two = await place('text-for-number', body('', '"1"'));
    expect([two.status, JSON.parse(two.text).code]).toEqual([400, 'validation_failed']);
    expect((await place('text-for-number', body(''))).text).toBe(one.text);
  });
});

describe('text of a caller', () => {
  const texts = [
    'line\nbreak\ttab',
    '\u0001\u001b[31mred\u001b[0m\u007f\u0085',
    '\u202Egnp.exe',
    '\uFEFF\uFFFE\uFFFF',
    "'; DROP TABLE orders; --",
    '${jndi:ldap://x}',
    '<script>alert(1)</script>',
    '👩‍👩‍👧‍👦🔑',
    '\\u0000',
    '%00',
    ' ',
  ];

  it.each(texts.map((text) => JSON.stringify(text)))('is kept and given back as it came: %s', async (json) => {
    const placed = await place(crypto.randomUUID(), body(`,"note":${json}`));
    const note: unknown = JSON.parse(json);
    const read = await scene.get(placed.headers['location']!);
    expect([placed.status, JSON.parse(placed.text).note, read.body.note]).toEqual([201, note, note]);

    const sku = `TEXT-${texts.indexOf(note as string)}`;
    await scene.put(`/api/inventory/${sku}`, { name: note, unitPrice: 1, currency: 'EUR', onHand: 1 }).expect(201);
    expect((await scene.get(`/api/inventory/${sku}`)).body.name).toBe(note);
    await scene.post(`/api/inventory/${sku}/adjustments`, { delta: 1, reason: note }, { as: 'operator' }).expect(201);
    const [kept] = await scene.rows<{ reason: string }>(
      `SELECT reason FROM inventory.movements WHERE sku = $1 AND kind = 'adjustment'`,
      [sku],
    );
    expect(kept?.reason).toBe(note);
  });
});
