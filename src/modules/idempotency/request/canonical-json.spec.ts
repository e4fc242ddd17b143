import fc from 'fast-check';
import { canonicalJson } from './canonical-json.js';

const text = fc.string({ unit: 'grapheme' }).filter((value) => value.isWellFormed());
const { document } = fc.letrec<{ document: unknown }>((tie) => ({
  document: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(null, true, false, '__proto__'),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    text,
    fc.array(tie('document'), { maxLength: 5 }),
    fc.dictionary(fc.oneof(text, fc.constant('__proto__')), tie('document'), { maxKeys: 5 }),
  ),
}));

/** The same document written by someone else: members the other way round, white space, every character escaped. */
function rewritten(value: unknown): string {
  if (Array.isArray(value)) return `[ ${value.map(rewritten).join(' ,\n')} ]`;
  if (typeof value === 'string') return escaped(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).toReversed();
  return `{\t${members.map(([name, member]) => `${escaped(name)} : ${rewritten(member)}`).join(',')}\n}`;
}

const escaped = (value: string): string =>
  `"${[...Array(value.length).keys()].map((at) => `\\u${value.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`;

describe('the canonical form of a document', () => {
  it('is the same whoever wrote it: member order, white space and escapes do not matter', () => {
    fc.assert(
      fc.property(document, (value) => {
        expect(canonicalJson(JSON.parse(rewritten(value)))).toBe(canonicalJson(value));
      }),
    );
  });

  it('is JSON that means the document, and canonical already', () => {
    fc.assert(
      fc.property(document, (value) => {
        const canonical = canonicalJson(value);
        expect(JSON.stringify(JSON.parse(canonical))).toHaveLength(canonical.length);
        expect(canonicalJson(JSON.parse(canonical))).toBe(canonical);
        expect(JSON.parse(canonical)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('differs for documents that differ', () => {
    fc.assert(
      fc.property(document, document, (one, other) => {
        const same = JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
        expect(canonicalJson(one) === canonicalJson(other)).toBe(same);
      }),
    );
  });

  it('keeps the order of a list', () => {
    expect(canonicalJson([{ b: 1, a: 2 }, [2, 1]])).toBe('[{"a":2,"b":1},[2,1]]');
  });

  it('is that of RFC 8785, 3.2.2 and 3.2.3', () => {
    const sample =
      '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001,-0],' +
      '"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}';
    expect(canonicalJson(JSON.parse(sample))).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27,0],' +
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
    const order = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 };
    expect(Object.values(JSON.parse(canonicalJson(order)) as object)).toEqual([4, 2, 6, 7, 1, 5, 3]);
  });

  it('treats __proto__ as a member like any other (B146)', () => {
    const hostile: unknown = JSON.parse('{"b":1,"__proto__":{"z":1,"a":2}}');
    expect(canonicalJson(hostile)).toBe('{"__proto__":{"a":2,"z":1},"b":1}');
    expect('z' in {}).toBe(false);
  });
});

describe('what has no canonical form', () => {
  it.each([
    ['a lone surrogate', '\ud800'],
    ['a lone surrogate in a name', { '\udfff': 1 }],
    ['NaN', Number.NaN],
    ['infinity', -Infinity],
    ['undefined in a list', [undefined]],
    ['a bigint', 1n],
    ['a function', () => 1],
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['bytes', Buffer.from('a')],
  ])('is an error: %s', (_, value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
  });
});

describe('danger: a large or deep document overflows the stack', () => {
  it('100,000 levels and 200,000 items are written', () => {
    const levels = 100_000;
    let deep: unknown[] = [];
    for (let level = 1; level < levels; level++) deep = [deep];
    expect(canonicalJson(deep)).toBe('['.repeat(levels) + ']'.repeat(levels));
    expect(canonicalJson(Array(200_000).fill(1))).toHaveLength(400_001);
  });
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => ({ name, member: sorted(member) }));
  // An object without members is no empty list.
  return { members };
}
