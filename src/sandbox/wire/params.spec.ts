import { Params } from './params.js';

describe("parameters in Stripe's form encoding", () => {
  const params = new Params(
    'amount=500&payment_method_types[0]=card&expand[]=latest_charge&metadata[orderId]=o%201&metadata[a%5Bb]=x&confirm=true',
  );

  it('have values, lists and maps', () => {
    expect(params.integer('amount')).toBe(500);
    expect(params.boolean('confirm')).toBe(true);
    expect(params.boolean('off_session')).toBe(false);
    expect(params.list('payment_method_types')).toEqual(['card']);
    expect(params.list('expand')).toEqual(['latest_charge']);
    expect(params.metadata()).toEqual({ orderId: 'o 1', 'a[b': 'x' });
    expect(params.get('currency')).toBeUndefined();
  });

  it('have one canonical text, whatever their order and escapes', () => {
    const [left, right] = [new Params('a=1&b=%C3%A9+x'), new Params('b=é%20x&a=1')];
    expect(left.canonical()).toBe(right.canonical());
    expect(new Params('a=1&b=2').canonical()).not.toBe(new Params('a=2&b=1').canonical());
    expect(new Params('a=1&a=2').canonical()).not.toBe(new Params('a=2&a=1').canonical());
  });

  it.each(['1.5', '1e3', '', ' 1', '0x10', '9007199254740993', '१'])('do not take %j for an integer', (text) => {
    expect(() => new Params(`amount=${encodeURIComponent(text)}`).integer('amount')).toThrow('Invalid integer');
  });

  it('treat the names of object members as data', () => {
    const metadata = new Params('metadata[__proto__]=x').metadata();
    expect(Object.keys(metadata)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(metadata)).toBe(Object.prototype);
  });

  it('refuse the name of a parameter that nobody knows', () => {
    expect(() => params.allowOnly('amount', 'payment_method_types', 'expand', 'metadata')).toThrow('confirm');
    expect(() => params.allowOnly('amount', 'payment_method_types', 'expand', 'metadata', 'confirm')).not.toThrow();
  });
});
