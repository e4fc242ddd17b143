import fc from 'fast-check';

const ODD_WORDS = [
  '',
  ' ',
  '..',
  '__proto__',
  'constructor',
  '\u202e',
  '🔑',
  "' OR 1=1 --",
  '%00',
  '${jndi:x}',
  'null',
  '-1',
  '1e2',
];

export const oddWord = fc.oneof(
  fc.constantFrom(...ODD_WORDS),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ maxLength: 80 }),
);

/** What may stand between two slashes of a URL, as it is sent. */
export const oddSegment = fc.oneof(
  { weight: 2, arbitrary: oddWord.map((text) => encodeURIComponent(text.toWellFormed())) },
  { weight: 1, arbitrary: fc.uuid() },
  {
    weight: 2,
    arbitrary: fc.constantFrom('%00', '%ff', '%', '..%2f', 'a'.repeat(101), '01890a5d-ac96-774b-bcce-b302099a8057'),
  },
);

const oddInteger = fc.oneof(
  fc.integer({ min: -3, max: 10 }),
  fc.constantFrom(-1, 0, 1.5, 2 ** 31, 2 ** 53 - 1, 2 ** 53, 1e21, -0),
  fc.maxSafeInteger(),
);

export const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  oddWord,
  oddInteger,
  fc.constantFrom(null, true, [], {}, [[]]),
);

/** What may stand in a header at all: tabs, spaces, visible ASCII and single bytes beyond. */
export const oddHeader = fc
  .array(fc.oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.constantFrom(0x09, 0x2c, 0x22, 0x5c, 0xe9, 0xff)), {
    maxLength: 40,
  })
  .map((codes) => String.fromCharCode(...codes));

/** Mostly what belongs there, now and then what does not. */
export const mostly = <T>(good: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 24, arbitrary: good }, { weight: 1, arbitrary: anything });

/** A value in one of so many cases. */
export const rarely = <T>(value: fc.Arbitrary<T>, freq = 5): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined, freq });
