import { ServiceUnavailable } from '#shared/http/service-unavailable.js';
import { fingerprint, fingerprintOf, type FingerprintedRequest } from './fingerprint.js';

class Line {
  sku!: string;
  quantity = 1;
}

class PlaceOrder {
  customerId!: string;
  items!: Line[];
  note?: string | null;
  confirm: boolean | null = true;
}

/** The request class of a later release. */
class PlaceOrderWithGift {
  customerId!: string;
  items!: Line[];
  note?: string | null;
  confirm = true;
  gift = false;
}

const ITEMS = [
  { sku: 'a', quantity: 1 },
  { sku: 'b', quantity: 2 },
];
const order = (members: Partial<PlaceOrder> = {}): PlaceOrder =>
  Object.assign(new PlaceOrder(), { customerId: 'c1', items: ITEMS }, members);
const hashOf = (body: object | null, more: Partial<FingerprintedRequest> = {}): string =>
  fingerprint({ target: '', body, ...more }).hash.toString('hex');

describe('two requests with one fingerprint', () => {
  it('differ in the order of members only', () => {
    const other = Object.assign(Object.create(PlaceOrder.prototype) as PlaceOrder, {
      confirm: true,
      items: ITEMS.map(({ sku, quantity }) => ({ quantity, sku })),
      customerId: 'c1',
    });
    expect(hashOf(other)).toBe(hashOf(order()));
  });

  it('say nothing, null, or the default (B017)', () => {
    for (const members of [{ note: null }, { note: undefined }, { confirm: null }, { confirm: true }]) {
      expect(hashOf(order(members))).toBe(hashOf(order()));
    }
    const line = Object.assign(new Line(), { sku: 'a' });
    expect(hashOf(order({ items: [line] }))).toBe(
      hashOf(order({ items: [Object.assign(new Line(), { sku: 'a', quantity: 1 })] })),
    );
  });

  it('have no body, or one without members', () => {
    expect(hashOf(null)).toBe(hashOf({}));
    expect(fingerprint({ target: '' }).hash.toString('hex')).toBe(hashOf({}));
  });

  it('have the same query in another order', () => {
    expect(hashOf({}, { query: { b: '2', a: '1' } })).toBe(hashOf({}, { query: { a: '1', b: '2', c: undefined } }));
  });

  it('have the same query, whatever the parser makes of it', () => {
    const parsed = Object.assign(Object.create(Object.create(null)) as Record<string, unknown>, { a: '1' });
    expect(hashOf({}, { query: parsed })).toBe(hashOf({}, { query: { a: '1' } }));
  });

  it('meet across a release that adds a member with a default', () => {
    const later = Object.assign(new PlaceOrderWithGift(), { customerId: 'c1', items: ITEMS });
    expect(hashOf(later)).toBe(hashOf(order()));
    expect(hashOf(Object.assign(later, { gift: true }))).not.toBe(hashOf(order()));
  });
});

describe('two requests with different fingerprints', () => {
  it.each<[string, object, Partial<FingerprintedRequest>]>([
    ['an empty note instead of none', order({ note: '' }), {}],
    ['another note', order({ note: 'x' }), {}],
    ['the opposite of a default', order({ confirm: false }), {}],
    ['items in another order', order({ items: [...ITEMS].toReversed() }), {}],
    ['one item more', order({ items: [...ITEMS, { sku: 'c', quantity: 1 }] }), {}],
    ['another quantity', order({ items: [{ sku: 'a', quantity: 2 }] }), {}],
    ['text instead of a number', order({ customerId: 1 as unknown as string }), {}],
    ['another target', order(), { target: 'o1' }],
    ['a query', order(), { query: { a: '1' } }],
  ])('have %s', (_, body, more) => {
    expect(hashOf(body, more)).not.toBe(hashOf(order()));
  });

  it('move text from one part to the next', () => {
    expect(hashOf({}, { target: '{}' })).not.toBe(hashOf({}, { target: '' }));
    expect(hashOf({ a: '1' })).not.toBe(hashOf({}, { query: { a: '1' } }));
  });
});

describe('a stored fingerprint', () => {
  it('is compared by the version it was made with', () => {
    const { version, hash } = fingerprint({ target: 'o1', body: order() });
    expect(fingerprintOf(version, { target: 'o1', body: order() })).toEqual(hash);
    expect(hash).toHaveLength(32);
  });

  it('never changes for version 1: rows of every installation hold it', () => {
    expect(hashOf(order({ note: 'é' }), { target: 'o1', query: { a: '1' } })).toBe(
      'ffd3f146b3152f5cec12da323e941932f95d340e832d3e5c9c512fddf32ce426',
    );
  });

  it('of a newer release is left to a newer process', () => {
    expect(() => fingerprintOf(99, { target: '' })).toThrow(ServiceUnavailable);
  });
});
