import { jest } from '@jest/globals';
import { idFollowing, isId, newId } from './ids.js';

describe('an id', () => {
  it('is recognised as one', () => {
    expect(isId(newId())).toBe(true);
  });

  it('sorts after the ones before it', () => {
    const ids = Array.from({ length: 1_000 }, newId);
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('sorts after the ones before it when the clock was set back', () => {
    const clock = jest.spyOn(Date, 'now');
    const ids = [1_800_000_000_000, 1_800_000_000_001, 1_799_999_000_000, 1_799_999_000_000, 1_800_000_000_002].map(
      (ms) => {
        clock.mockReturnValue(ms);
        return newId();
      },
    );
    clock.mockRestore();
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

describe('an id that follows from another', () => {
  const id = '01a22a6f-eb0e-755c-a1f8-e4fa2c5cd06f';

  it('is the same each time, of the same moment, and a UUIDv7 (RFC 9562, 5.7)', () => {
    expect(idFollowing(id, 'undo')).toBe(idFollowing(id, 'undo'));
    expect(idFollowing(id, 'undo')).toMatch(/^01a22a6f-eb0e-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('is another one for another purpose, and for another id of the same moment', () => {
    const others = [idFollowing(id, 'redo'), idFollowing(id.replace(/f$/, 'e'), 'undo'), id];
    expect(new Set([idFollowing(id, 'undo'), ...others]).size).toBe(4);
  });
});
