import { anything, mostly, oddWord } from './odd-values.js';
import fc from 'fast-check';

/** What our document uses of JSON Schema. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: 'string' | 'integer' | 'boolean' | 'array' | 'object';
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly example?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

/** Good values by the name of a member or a parameter: they name things that exist. */
export type GoodValues = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** Longer lists and texts only cost time. */
const MANY = 4;

/** Values that a schema describes, now and then with a part that it does not describe. */
export function documentedValue(
  schema: JsonSchema,
  schemas: Readonly<Record<string, JsonSchema>>,
  known: GoodValues,
): fc.Arbitrary<unknown> {
  const valueOf = (one: JsonSchema): fc.Arbitrary<unknown> => {
    if (one.$ref) return valueOf(schemas[one.$ref.split('/').at(-1)!]!);
    if (one.enum) return fc.constantFrom(...one.enum);
    if (one.type === 'object') return one.properties ? objectOf(one) : fc.dictionary(oddWord, anything, { maxKeys: 3 });
    if (one.type === 'array')
      return fc.array(mostly(valueOf(one.items!)), { minLength: one.minItems, maxLength: MANY });
    const drawn = scalarOf(one);
    return one.example === undefined ? drawn : fc.oneof(fc.constant(one.example), drawn);
  };
  const objectOf = ({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<unknown> => {
    const members = Object.entries(properties).map(
      ([name, its]) => [name, mostly(known[name] ?? valueOf(its))] as const,
    );
    const object = fc.record(Object.fromEntries(members), { requiredKeys: [...required] });
    const withMore = fc.tuple(object, fc.dictionary(oddWord, anything, { minKeys: 1, maxKeys: 1 }));
    return fc.oneof(
      { weight: 20, arbitrary: object },
      { weight: 1, arbitrary: withMore.map(([a, b]) => ({ ...a, ...b })) },
    );
  };
  return valueOf(schema);
}

function scalarOf({ type, format, minLength, maxLength = 40, minimum, maximum }: JsonSchema): fc.Arbitrary<unknown> {
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer') return fc.integer({ min: minimum, max: maximum });
  if (format === 'uuid') return fc.uuid();
  const text = fc.string({ unit: 'binary', minLength, maxLength: Math.min(maxLength, 40) });
  return text.map((drawn) => drawn.replaceAll('\0', '').toWellFormed());
}
