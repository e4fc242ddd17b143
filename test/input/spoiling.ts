import { invalid, malformed, type Refusal, type Spoilt } from './refusal.js';
import type { Asked } from '../support/ask.js';

/** A member's value as it is written in the body: JSON, or what should not be JSON. */
type Json = string;

const path = (pointer: string): string[] => pointer.split('/').slice(1);

/** The body's text with the value at the pointer replaced by other text, or taken out. */
function rewritten(body: unknown, pointer: string, value?: Json): string {
  const copy = structuredClone(body) as Record<string, unknown>;
  const steps = path(pointer);
  const last = steps.pop()!;
  const owner = steps.reduce((at, step) => at[step] as Record<string, unknown>, copy);
  // A word that no good body has, to put the wanted text in its place.
  const placeholder = '\u{1F36A}';
  if (value === undefined) delete owner[last];
  else owner[last] = placeholder;
  return JSON.stringify(copy).replace(`"${placeholder}"`, () => value ?? '');
}

const shown = (value: Json): string => (value.length > 30 ? `${value.slice(0, 27)}… (${value.length})` : value);

/** The good request with one member set to each of the values, each of them refused at that member. */
export const wrong = (pointer: string, ...values: Json[]): Spoilt[] =>
  values.map((value) => at(pointer, value, invalid(pointer)));

/** The same for values that are no JSON we read. */
const unreadable = (pointer: string, ...values: Json[]): Spoilt[] =>
  values.map((value) => at(pointer, value, malformed(pointer)));

/** One member set to a value, and what it must be told. */
export const at = (pointer: string, value: Json, refusal: Refusal): Spoilt => [
  `${pointer} ${shown(value)}`,
  (good: Asked) => ({ ...good, body: rewritten(good.body, pointer, value) }),
  refusal,
];

/** The good request without a member, and with null in its place, which is the same. */
export const required = (pointer: string): Spoilt[] => [
  [`no ${pointer}`, (good: Asked) => ({ ...good, body: rewritten(good.body, pointer) }), invalid(pointer)],
  at(pointer, 'null', invalid(pointer)),
];

/** Members that no request class has; those of Object's own are easily overlooked. */
export const unknownMembers = (...owners: string[]): Spoilt[] =>
  owners.flatMap((owner) =>
    ['x', 'id', 'tenantId', 'version', 'toString', 'hasOwnProperty', 'then', ''].flatMap((name) =>
      wrong(`${owner}/${name}`, '1'),
    ),
  );

export const text = (length: number): Json => JSON.stringify('x'.repeat(length));

const NO_NUMBERS = ['"3"', 'true', '[1]', '{}', '""'];

/** What is no whole number from `min` to `max`. */
export const badInteger = (pointer: string, { min, max }: { min: number; max: number }): Spoilt[] => [
  ...wrong(pointer, '1.5', '0.1', '1.0000001', ...NO_NUMBERS),
  ...wrong(pointer, `${min - 1}`),
  ...(max < Number.MAX_SAFE_INTEGER ? wrong(pointer, `${max + 1}`, '2147483648', '9007199254740991') : []),
  ...unreadable(
    pointer,
    '1e2',
    '1E400',
    '9007199254740992',
    '9007199254740993',
    '-9007199254740993',
    '1.00000000000000000001',
  ),
];

/** What is no text at all. */
export const noText = (pointer: string): Spoilt[] => wrong(pointer, '1', 'true', '["x"]', '{"length":5}');

export const badPaymentMethod = (pointer: string): Spoilt[] => [
  ...noText(pointer),
  ...wrong(
    pointer,
    '""',
    text(129),
    '"pm card"',
    '"pm_card_visa\\n"',
    '"pm_\u202evisa"',
    '"pm/../x"',
    '"4242 4242 4242 4242"',
  ),
];

export const badOrderId = (pointer: string): Spoilt[] => [
  ...required(pointer),
  ...noText(pointer),
  ...wrong(
    pointer,
    '""',
    '"x"',
    '"01890a5d-ac96-774b-bcce-b302099a8057 "',
    '"01890A5D-AC96-774B-BCCE-B302099A8057"',
    '"{01890a5d-ac96-774b-bcce-b302099a8057}"',
    '"01890a5dac96774bbcceb302099a8057"',
    `"01890a5d-ac96-774b-bcce-b302099a8057' OR 1=1 --"`,
  ),
];
