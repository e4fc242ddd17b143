import { isId, newId } from './ids.js';

describe('an id', () => {
  it('is recognised as one', () => {
    expect(isId(newId())).toBe(true);
  });

  it('sorts after the ones before it', () => {
    const ids = Array.from({ length: 1_000 }, newId);
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(['', 'order-1', '018f', newId().toUpperCase(), `${newId()} `, `{${newId()}}`, newId().replaceAll('-', '')])(
    'is never %j',
    (text) => {
      expect(isId(text)).toBe(false);
    },
  );
});
