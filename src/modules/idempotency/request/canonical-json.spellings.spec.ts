import { parseStrictJson } from '#shared/http/strict-json.js';
import fc from 'fast-check';
import { canonicalJson } from './canonical-json.js';

const canonicalOf = (text: string): string => canonicalJson(JSON.parse(text));
const double = fc.double({ noNaN: true, noDefaultInfinity: true });

describe('the spellings of one number', () => {
  it.each([
    ['1', ['1', '1.0', '1.000', '1e0', '1E+0', '10e-1', '0.1e1']],
    ['0', ['0', '-0', '0.0', '-0.00', '0e9', '-0e-9']],
    ['-1.5', ['-1.5', '-1.50', '-15e-1']],
    ['0.000001', ['0.000001', '1e-6', '0.0000010']],
    ['1e-7', ['0.0000001', '1e-7', '10e-8']],
    ['1e+21', ['1e21', '1000000000000000000000', '1.0E+21']],
    ['9007199254740991', ['9007199254740991', '9007199254740991.0', '9.007199254740991e15']],
    ['-9007199254740991', ['-9007199254740991', '-9007199254740991.000']],
  ])('%s are written alike', (canonical, spellings) => {
    expect(spellings.map(canonicalOf)).toEqual(spellings.map(() => canonical));
  });

  it('of a random number are written alike, and as a number that is the same', () => {
    fc.assert(
      fc.property(double, fc.nat(20), (value, zeros) => {
        const canonical = canonicalJson(value);
        expect(Number(canonical)).toBe(value === 0 ? 0 : value);
        // 16 digits behind the first one are enough for any double (IEEE 754 binary64).
        const exact = value.toExponential(16);
        expect(canonicalOf(exact)).toBe(canonical);
        expect(canonicalOf(exact.replace('e', `${'0'.repeat(zeros)}e`))).toBe(canonical);
      }),
    );
  });

  it('of a plain decimal are the same amount to the reader of bodies', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 9), max: 10 ** 9 }), fc.nat(99), fc.nat(12), (whole, cents, zeros) => {
        const literal = `${whole}.${String(cents).padStart(2, '0')}`;
        const read = parseStrictJson(Buffer.from(`{"a":${literal}${'0'.repeat(zeros)}}`));
        expect(canonicalJson(read)).toBe(canonicalJson({ a: Number(literal) }));
      }),
    );
  });
});

describe('two numbers', () => {
  it('are written differently when they differ in their last bit', () => {
    const bits = new DataView(new ArrayBuffer(8));
    const next = (value: number): number => {
      bits.setFloat64(0, value);
      bits.setBigUint64(0, bits.getBigUint64(0) + 1n);
      return bits.getFloat64(0);
    };
    fc.assert(
      fc.property(
        double.filter((value) => Number.isFinite(next(value)) && value !== 0),
        (value) => {
          expect(canonicalJson(next(value))).not.toBe(canonicalJson(value));
        },
      ),
    );
  });

  it.each([
    [2 ** 53 - 2, 2 ** 53 - 1],
    [2 ** 53 - 1, 2 ** 53],
    [2 ** 53, 2 ** 53 + 2],
    [0.1 + 0.2, 0.3],
    [5e-324, 0],
  ])('%d and %d are two', (one, other) => {
    expect(canonicalJson(one)).not.toBe(canonicalJson(other));
  });

  it('beyond 2^53 that a double cannot tell apart never get that far: the reader of bodies refuses both', () => {
    for (const literal of ['9007199254740992', '9007199254740993']) {
      expect(() => parseStrictJson(Buffer.from(literal))).toThrow('exactly');
    }
  });
});

describe('the spellings of one text', () => {
  it.each([
    ['a letter', ['"A"', String.raw`"\u0041"`]],
    ['a letter beyond ASCII', ['"é"', String.raw`"\u00e9"`, String.raw`"\u00E9"`]],
    ['a solidus', ['"/"', String.raw`"\/"`, String.raw`"\u002f"`]],
    ['a quote', [String.raw`"\""`, String.raw`"\u0022"`]],
    ['a backslash', [String.raw`"\\"`, String.raw`"\u005c"`]],
    ['a line feed', [String.raw`"\n"`, String.raw`"\u000a"`]],
    ['a tab, a backspace, a form feed and a return', [String.raw`"\t\b\f\r"`, String.raw`"\u0009\u0008\u000C\u000d"`]],
    ['a letter of two surrogates', ['"🔑"', String.raw`"\ud83d\udd11"`, String.raw`"\uD83D\uDD11"`]],
    ['a member name', ['{"é":1}', String.raw`{"\u00e9":1}`]],
  ])('%s are written alike, whoever reads them', (_, spellings) => {
    const read = spellings.flatMap((text) => [canonicalOf(text), canonicalJson(parseStrictJson(Buffer.from(text)))]);
    expect(new Set(read).size).toBe(1);
  });

  it.each([
    ['composed and decomposed', '"\u00e9"', '"e\u0301"'],
    ['a letter and its double of another script', '"A"', '"\u0391"'],
    ['with a space more', '"a"', '"a "'],
    ['in another case', '"a"', '"A"'],
    ['a number and its text', '1', '"1"'],
    ['nothing and its text', 'null', '"null"'],
    ['an empty list and an empty object', '[]', '{}'],
    ['one list in another', '[1,2]', '[[1,2]]'],
  ])('is no other text: %s', (_, one, other) => {
    expect(canonicalOf(one)).not.toBe(canonicalOf(other));
  });
});
