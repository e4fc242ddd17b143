import type { Fault } from './fault.js';

/** The waiting time of a fault that names none: longer than any honest answer, short enough for a test. */
const DEFAULT_MS = 1000;
/** A day: what waits longer than this was a typing error. */
const LONGEST_MS = 86_400_000;

/** A fault that cannot be read; the message is one sentence for the person who wrote it. */
export class FaultMistake extends Error {
  override readonly name = 'FaultMistake';
}

type Fields = Readonly<Record<string, unknown>>;

const readers: { readonly [Kind in Fault['kind']]: (fields: Fields) => Extract<Fault, { kind: Kind }> } = {
  delay: (fields) => ({ kind: 'delay', ms: milliseconds(fields) }),
  'drop-after-effect': () => ({ kind: 'drop-after-effect' }),
  'kill-after-effect': () => ({ kind: 'kill-after-effect' }),
  'fail-before': (fields) => ({ kind: 'fail-before', status: status(fields) }),
  'in-use-409': () => ({ kind: 'in-use-409' }),
  'stored-500': (fields) => ({ kind: 'stored-500', effect: effect(fields) }),
  'async-outcome': (fields) => ({ kind: 'async-outcome', result: result(fields), ms: milliseconds(fields) }),
  'requires-action': () => ({ kind: 'requires-action' }),
  'refund-pending': (fields) => ({ kind: 'refund-pending', result: result(fields), ms: milliseconds(fields) }),
  'refund-fails-later': (fields) => ({ kind: 'refund-fails-later', ms: milliseconds(fields) }),
  'webhook-first': () => ({ kind: 'webhook-first' }),
  'webhook-twice': () => ({ kind: 'webhook-twice' }),
  'webhook-reordered': () => ({ kind: 'webhook-reordered' }),
  'webhook-late': (fields) => ({ kind: 'webhook-late', ms: milliseconds(fields) }),
  'webhook-never': () => ({ kind: 'webhook-never' }),
};

const isKind = (kind: unknown): kind is Fault['kind'] => typeof kind === 'string' && Object.hasOwn(readers, kind);

/** A fault from its parts, with defaults for what is left out. Throws FaultMistake when a part makes no sense. */
export function readFault({ kind, ...fields }: Fields): Fault {
  if (!isKind(kind)) throw new FaultMistake(`"fault.kind" must be one of ${Object.keys(readers).join(', ')}.`);
  return readers[kind](fields);
}

function milliseconds({ ms = DEFAULT_MS }: Fields): number {
  if (typeof ms === 'number' && Number.isInteger(ms) && ms >= 0 && ms <= LONGEST_MS) return ms;
  throw new FaultMistake(`"fault.ms" must be a whole number of milliseconds from 0 to ${LONGEST_MS}.`);
}

function status({ status: wanted = 503 }: Fields): 500 | 503 | 429 {
  if (wanted === 500 || wanted === 503 || wanted === 429) return wanted;
  throw new FaultMistake('"fault.status" must be 500, 503 or 429.');
}

function effect({ effect: wanted = true }: Fields): boolean {
  if (typeof wanted === 'boolean') return wanted;
  throw new FaultMistake('"fault.effect" must be true or false.');
}

function result({ result: wanted = 'succeeded' }: Fields): 'succeeded' | 'failed' {
  if (wanted === 'succeeded' || wanted === 'failed') return wanted;
  throw new FaultMistake('"fault.result" must be "succeeded" or "failed".');
}
