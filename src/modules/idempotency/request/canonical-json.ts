/** Leaves a member out of the canonical form; `owner` is the object that has it. */
export type Omit = (owner: object, name: string, value: unknown) => boolean;

const undefinedMembers: Omit = (_owner, _name, value) => value === undefined;

/** Text that is ready, or a value still to be written. */
type Piece = string | { readonly value: unknown };

/**
 * The canonical form of plain data (RFC 8785): members sorted by UTF-16 code units, no white space, one way to write
 * each number and string. `__proto__` is a member like any other. Works on any depth without recursion.
 *
 * Throws a `TypeError` for what has no JSON form: lone surrogates, NaN, infinities, undefined in a list, bigint,
 * functions, symbols, and objects with a life of their own such as Date, Map or Buffer.
 */
export function canonicalJson(value: unknown, omit: Omit = undefinedMembers): string {
  const canonical: string[] = [];
  const pending: Piece[] = [{ value }];
  for (let piece = pending.pop(); piece !== undefined; piece = pending.pop()) {
    if (typeof piece === 'string') canonical.push(piece);
    else if (typeof piece.value !== 'object' || piece.value === null) canonical.push(scalar(piece.value));
    // The last piece is pushed first, so that the first is written first.
    else for (const inner of container(piece.value, omit).toReversed()) pending.push(inner);
  }
  return canonical.join('');
}

function container(value: object, omit: Omit): Piece[] {
  if (Array.isArray(value)) return ['[', ...separated(value.map((item: unknown) => [{ value: item }])), ']'];
  if (Object.prototype.toString.call(value) !== '[object Object]')
    throw new TypeError('An object that is no plain data.');
  const members = value as Record<string, unknown>;
  const names = Object.keys(members).filter((name) => !omit(value, name, members[name]));
  const written = names.toSorted(byCodeUnits).map((name): Piece[] => [`${text(name)}:`, { value: members[name] }]);
  return ['{', ...separated(written), '}'];
}

const separated = (entries: readonly Piece[][]): Piece[] =>
  entries.flatMap((entry, at) => (at === 0 ? entry : [',', ...entry]));

function scalar(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return text(value);
  // ECMAScript's own number format is the canonical one, minus zero included: it is written 0.
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  throw new TypeError(`A ${typeof value} has no JSON form.`);
}

function text(value: string): string {
  if (!value.isWellFormed()) throw new TypeError('A lone surrogate has no JSON form.');
  return JSON.stringify(value);
}

const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
