import fc from 'fast-check';
import { JsonRefused } from './json-refused.js';
import { parseStrictJson } from './strict-json.js';

const parse = (text: string): unknown => parseStrictJson(Buffer.from(text));

function refusal(text: string | Buffer): JsonRefused {
  try {
    parseStrictJson(Buffer.from(text));
  } catch (error) {
    if (error instanceof JsonRefused) return error;
    throw error;
  }
  throw new Error(`accepted: ${text.toString().slice(0, 80)}`);
}

describe('a JSON body that is accepted', () => {
  const text = fc.string({ unit: 'grapheme' }).filter((value) => value.isWellFormed() && !value.includes('\0'));
  const name = text.filter((value) => !['__proto__', 'constructor', 'prototype'].includes(value));
  const { document } = fc.letrec<{ document: unknown }>((tie) => ({
    document: fc.oneof(
      { maxDepth: 6 },
      fc.constant(null),
      fc.boolean(),
      fc.maxSafeInteger(),
      fc.integer({ min: -99_999, max: 99_999 }).map((value) => value / 100),
      text,
      fc.array(tie('document'), { maxLength: 5 }),
      fc.dictionary(name, tie('document'), { maxKeys: 5, noNullPrototype: true }),
    ),
  }));

  it('means what JSON.parse says it means', () => {
    fc.assert(
      fc.property(document, fc.constantFrom(undefined, 1, '\t', '\r\n '), (value, space) => {
        const written = JSON.stringify(value, null, space);
        expect(parse(written)).toEqual(JSON.parse(written));
      }),
    );
  });

  it('may write any character as an escape', () => {
    fc.assert(
      fc.property(text, (value) => {
        const units = [...Array(value.length).keys()].map((at) => value.charCodeAt(at));
        expect(parse(`"${units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}"`)).toBe(value);
      }),
    );
  });

  it('agrees with JSON.parse on which random texts are JSON at all', () => {
    const alphabet = fc.constantFrom(...'{}[]:,"\\/ \n\tabntrufels0123456789-.'.split(''));
    fc.assert(
      fc.property(fc.string({ unit: alphabet, maxLength: 24 }), (candidate) => {
        const read = (): unknown => JSON.parse(candidate);
        let expected: unknown;
        try {
          expected = read();
        } catch {
          expect(() => parse(candidate)).toThrow(JsonRefused);
          return;
        }
        try {
          expect(parse(candidate)).toEqual(normaliseZero(expected));
        } catch (error) {
          if (!(error instanceof JsonRefused)) throw error;
          expect(error.detail).not.toContain('not valid JSON');
        }
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    ['1.0', 1],
    ['-0', 0],
    ['-0.000', 0],
    ['1.5', 1.5],
    ['0.1', 0.1],
    ['0.30000000000000004', 0.30000000000000004],
    ['0.0000001', 1e-7],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    ['-9007199254740991.000', -Number.MAX_SAFE_INTEGER],
    ['1.0000000000000000000000', 1],
  ])('reads the number %s exactly', (literal, value) => {
    expect(Object.is(parse(literal), value)).toBe(true);
  });

  it('has 32 levels at most', () => {
    expect(parse('['.repeat(32) + ']'.repeat(32))).toBeInstanceOf(Array);
    expect(refusal('['.repeat(33) + ']'.repeat(33)).detail).toContain('32 levels');
  });
});

describe('a JSON body that is refused', () => {
  it.each([
    ['nothing', ''],
    ['white space only', ' \n'],
    ['two documents', '{} {}'],
    ['a trailing comma in an object', '{"a":1,}'],
    ['a trailing comma in an array', '[1,]'],
    ['a missing comma', '[1 2]'],
    ['a missing colon', '{"a" 1}'],
    ['a name without quotes', '{a:1}'],
    ['single quotes', "{'a':1}"],
    ['a comment', '{}//'],
    ['an unfinished object', '{"a":1'],
    ['an unfinished string', '"abc'],
    ['an unfinished escape', '"abc\\'],
    ['an unknown escape', '"\\x41"'],
    ['a short unicode escape', '"\\u41"'],
    ['a raw line feed in a string', '"a\nb"'],
    ['a raw NUL in a string', '"a\0b"'],
    ['a leading zero', '01'],
    ['a leading plus', '+1'],
    ['a bare fraction', '.5'],
    ['a fraction without digits', '1.'],
    ['a lonely minus', '-'],
    ['NaN', 'NaN'],
    ['Infinity', 'Infinity'],
    ['half a word', 'tru'],
    ['a longer word', 'nullable'],
    ['a no-break space', '\u00A0{}'],
  ])('is malformed: %s', (_, text) => {
    expect(refusal(text)).toBeInstanceOf(JsonRefused);
  });

  it.each([
    ['an exponent', '{"quantity":1e2}', '/quantity', 'exponent'],
    ['a negative exponent', '{"quantity":100E-2}', '/quantity', 'exponent'],
    ['2^53', '[9007199254740992]', '/0', 'exactly'],
    ['2^53 with a fraction', '[9007199254740992.5]', '/0', 'exactly'],
    ['a digit a double loses', '{"a":[0,0.12345678901234567890]}', '/a/1', 'exactly'],
    ['an underflow', `{"a":0.${'0'.repeat(400)}1}`, '/a', 'exactly'],
    ['an overflow', `{"a":1${'0'.repeat(400)}}`, '/a', 'exactly'],
    ['a member given twice', '{"items":[{"sku":"a","sku":"b"}]}', '/items/0/sku', 'more than once'],
    ['a member given twice by an escape', '{"sku":"a","sk\\u0075":"b"}', '/sku', 'more than once'],
    ['__proto__ at the top', '{"__proto__":{"admin":true}}', '/__proto__', 'not accepted'],
    ['__proto__ in an item', '{"items":[{"__proto__":1}]}', '/items/0/__proto__', 'not accepted'],
    ['__proto__ in an array', '[{"__proto__":1}]', '/0/__proto__', 'not accepted'],
    ['__proto__ by escapes', '{"\\u005f_proto__":1}', '/__proto__', 'not accepted'],
    ['constructor', '{"a":{"constructor":1}}', '/a/constructor', 'not accepted'],
    ['prototype', '{"prototype":1}', '/prototype', 'not accepted'],
    ['NUL in a value', '{"note":"a\\u0000b"}', '/note', 'NUL'],
    ['NUL in a member name', '{"a":{"n\\u0000":1}}', '/a', 'NUL'],
    ['a lone high surrogate', '{"note":"\\ud800"}', '/note', 'surrogate'],
    ['a lone low surrogate', '{"note":"\\udc00x"}', '/note', 'surrogate'],
    ['a lone surrogate in a member name', '{"\\udfff":1}', '', 'surrogate'],
  ])('has %s, and the pointer says where', (_, text, pointer, detail) => {
    const refused = refusal(text);
    expect(refused.pointer).toBe(pointer);
    expect(refused.detail).toContain(detail);
  });

  it.each([
    ['a stray continuation byte', [0x22, 0x80, 0x22]],
    ['an overlong slash', [0x22, 0xc0, 0xaf, 0x22]],
    ['a surrogate in UTF-8', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['a cut character', [0x22, 0xe2, 0x82]],
  ])('is not UTF-8: %s', (_, bytes) => {
    expect(refusal(Buffer.from(bytes)).detail).toContain('UTF-8');
  });

  it('has more than 2,000 values', () => {
    const list = (length: number): Buffer => Buffer.from(`[${Array(length).fill('0').join(',')}]`);
    expect(parseStrictJson(list(1_999))).toHaveLength(1_999);
    expect(() => parseStrictJson(list(2_000))).toThrow('The document has more than 2000 values.');
  });

  it('starts with a byte order mark', () => {
    expect(refusal('\uFEFF{}').detail).toContain('byte order mark');
  });

  it('names an ancestor when the place itself would make a long pointer', () => {
    expect(refusal(`{"a":{"${'x'.repeat(5000)}":1e2}}`).pointer).toBe('/a');
  });

  it('never changes other objects', () => {
    refusal('{"__proto__":{"polluted":true}}');
    expect('polluted' in {}).toBe(false);
  });
});

describe('danger: a nesting bomb overflows the stack', () => {
  it.each([1_000, 5_000, 50_000])('%i levels are refused without walking them', (levels) => {
    expect(refusal('['.repeat(levels) + ']'.repeat(levels)).detail).toContain('nested');
    expect(refusal(`{"note":${'{"a":'.repeat(levels)}`).detail).toContain('nested');
  });
});

function normaliseZero(value: unknown): unknown {
  if (value === 0) return 0;
  if (Array.isArray(value)) return value.map(normaliseZero);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, normaliseZero(member)]));
}
