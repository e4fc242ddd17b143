import fc from 'fast-check';
import { DomainError } from '#shared/kernel/domain-error.js';
import { idempotencyKeyHeader, readIdempotencyKey } from './idempotency-key.js';

/** What is read from one header, undefined when it is refused. */
function read(field: string): string | undefined {
  try {
    return readIdempotencyKey(['Idempotency-Key', field]);
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

const isVisible = (character: string): boolean => character >= '!' && character <= '~';

/** RFC 8941, 4.2.5, character by character; what is left over is no part of a string. */
function stringOf(field: string): string | undefined {
  let text = '';
  for (let at = 1; at < field.length; at++) {
    const character = field[at]!;
    if (character === '"') return at === field.length - 1 ? text : undefined;
    if (character === '\\') {
      const next = field[++at];
      if (next !== '"' && next !== '\\') return undefined;
      text += next;
    } else if (isVisible(character)) text += character;
    else return undefined;
  }
  return undefined;
}

/** The same grammar written once more, as slowly and plainly as it is said (semantics 4). */
function spelledOut(header: string): string | undefined {
  let [start, end] = [0, header.length];
  while (start < end && ' \t'.includes(header[start]!)) start++;
  while (end > start && ' \t'.includes(header[end - 1]!)) end--;
  const field = header.slice(start, end);
  const isBare = field.split('').every((character) => isVisible(character) && character !== ',' && character !== '"');
  const key = field.startsWith('"') ? stringOf(field) : isBare ? field : undefined;
  return key === undefined || key.length < 1 || key.length > 255 ? undefined : key;
}

/** Few characters, so that what has a meaning meets what has one. */
const field = fc.string({
  unit: fc.constantFrom('a', 'Z', '"', '\\', ',', ';', '=', ' ', '\t', '~', '\x7f', 'é'),
  maxLength: 12,
});
/** As long as keys get, with escapes that make the field twice as long. */
const long = fc
  .tuple(fc.integer({ min: 120, max: 260 }), fc.constantFrom('a', String.raw`\"`, String.raw`\\`), fc.boolean())
  .map(([times, unit, quoted]) => (quoted ? `"${unit.repeat(times)}"` : unit.repeat(times)));

describe('the grammar of a key', () => {
  it('is what RFC 8941 says of a string, and a bare form beside it', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          field,
          field.map((inner) => `"${inner}"`),
          long,
        ),
        (header) => {
          expect(read(header)).toBe(spelledOut(header));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('has exactly two spellings of a key without comma and quote, and one of any other', () => {
    const key = fc.string({
      unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
      minLength: 1,
    });
    fc.assert(
      fc.property(key, (value) => {
        const quoted = `"${value.replace(/["\\]/g, String.raw`\$&`)}"`;
        expect(read(quoted)).toBe(value);
        expect(read(value)).toBe(/[,"]/.test(value) ? spelledOut(value) : value);
        expect([value, quoted]).toContain(idempotencyKeyHeader(value));
      }),
    );
  });

  it('tells any two keys apart, in whatever form they come', () => {
    fc.assert(
      fc.property(field, field, (one, other) => {
        const [first, second] = [read(one), read(other)];
        if (first === undefined || second === undefined) return;
        expect(idempotencyKeyHeader(first) === idempotencyKeyHeader(second)).toBe(first === second);
      }),
    );
  });

  it.each([1, 254, 255, 256, 257])(
    'counts characters, not bytes of the header: %i of them, bare, quoted and escaped',
    (length) => {
      const expected = (text: string): string | undefined => (length <= 255 ? text : undefined);
      expect(read('k'.repeat(length))).toBe(expected('k'.repeat(length)));
      expect(read(`"${'k'.repeat(length)}"`)).toBe(expected('k'.repeat(length)));
      expect(read(`"${String.raw`\"`.repeat(length)}"`)).toBe(expected('"'.repeat(length)));
      expect(read(`"${String.raw`\\`.repeat(length)}"`)).toBe(expected('\\'.repeat(length)));
    },
  );
});
