import fc from 'fast-check';
import { DomainError } from '#shared/kernel/domain-error.js';
import { idempotencyKeyHeader, readIdempotencyKey } from './idempotency-key.js';

const read = (...values: string[]): string =>
  readIdempotencyKey(['Host', 'localhost', ...values.flatMap((value) => ['Idempotency-Key', value])]);

function codeOf(...values: string[]): string {
  try {
    read(...values);
  } catch (error) {
    if (error instanceof DomainError) return `${error.kind} ${error.code}`;
    throw error;
  }
  return 'accepted';
}

const INVALID = 'invalid idempotency_key_invalid';
const visible = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
const key = fc.string({ unit: visible, minLength: 1, maxLength: 255 });
const quote = (value: string): string => `"${value.replace(/["\\]/g, '\\$&')}"`;

describe('an idempotency key', () => {
  it('is the same bare and quoted', () => {
    expect([read('abc'), read('"abc"'), read(' \tabc '), read('a\\b'), read('"a\\\\b"')]).toEqual([
      'abc',
      'abc',
      'abc',
      'a\\b',
      'a\\b',
    ]);
  });

  it('may be any visible ASCII when it is quoted', () => {
    fc.assert(fc.property(key, (value) => expect(read(quote(value))).toBe(value)));
  });

  it('may be bare when it has neither comma nor quote', () => {
    const bare = key.filter((value) => !/[",]/.test(value));
    fc.assert(fc.property(bare, (value) => expect(read(value)).toBe(value)));
  });

  it('survives its echo', () => {
    fc.assert(fc.property(key, (value) => expect(read(idempotencyKeyHeader(value))).toBe(value)));
    expect([idempotencyKeyHeader('abc'), idempotencyKeyHeader('a,"b')]).toEqual(['abc', '"a,\\"b"']);
  });

  it('is 1 to 255 characters long, whichever form it has (B014)', () => {
    const x = (length: number): string => 'x'.repeat(length);
    expect([codeOf(x(1)), codeOf(x(255)), codeOf(`"${x(255)}"`), codeOf(quote('"'.repeat(255)))]).toEqual(
      Array(4).fill('accepted'),
    );
    expect([codeOf(x(256)), codeOf(`"${x(256)}"`), codeOf(x(10_240)), codeOf('""')]).toEqual(Array(4).fill(INVALID));
  });

  it('is never made from two: sent twice it is refused, even the same one', () => {
    expect([codeOf('a', 'b'), codeOf('a', 'a'), codeOf('a', '')]).toEqual([INVALID, INVALID, INVALID]);
  });

  it('that is not there is missing', () => {
    expect(codeOf()).toBe('invalid idempotency_key_missing');
  });

  it.each([
    ['empty', ''],
    ['blank', ' \t '],
    ['a list', 'a,b'],
    ['a list of quoted ones', '"a", "b"'],
    ['opened but not closed', '"abc'],
    ['closed but not opened', 'abc"'],
    ['quoted in the middle', 'a"b'],
    ['a lonely quote', '"'],
    ['escaped at its end', '"abc\\"'],
    ['escaped where RFC 8941 has no escape', '"a\\nb"'],
    ['quoted with a space', '"a b"'],
    ['quoted with parameters', '"abc";v=1'],
    ['bare with a space', 'a b'],
    ['with a tab inside', 'a\tb'],
    ['with a line break', 'a\r\nX-Injected: 1'],
    ['with an ANSI code', '\u001b[31mred'],
    ['with a NUL', 'a\0'],
    ['with DEL', 'a\u007f'],
    ['128 two-byte letters', 'é'.repeat(128)],
    ['a composed letter', '\u00e9'],
    ['a decomposed letter', 'e\u0301'],
  ])('is refused: %s', (_, value) => {
    expect(codeOf(value)).toBe(INVALID);
  });

  it('is either refused or read as visible ASCII, whatever is sent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (value) => {
        if (codeOf(value) === 'accepted') expect(read(value)).toMatch(/^[\x21-\x7e]{1,255}$/);
        else expect(codeOf(value)).toBe(INVALID);
      }),
    );
  });
});
