import { ServiceUnavailable } from '#shared/http/service-unavailable.js';
import { canonicalJson, type Omit } from './canonical-json.js';
import { lengthPrefixedHash } from './length-prefixed-hash.js';

/** What a key was used for: a second use with another content is a mismatch. */
export interface FingerprintedRequest {
  /** What the operation acts on: an order id, a payment id, a SKU; `''` when it makes something new. */
  readonly target: string;
  readonly query?: Readonly<Record<string, unknown>>;
  /** The body after validation, an instance of its request class; absent = `{}`. */
  readonly body?: object | null;
}

export interface Fingerprint {
  /** The algorithm, stored with the hash: a row is always compared by its own. */
  readonly version: number;
  /** SHA-256, 32 bytes. */
  readonly hash: Buffer;
}

const CURRENT_VERSION = 1;

const ALGORITHMS: Readonly<Record<number, (request: FingerprintedRequest) => Buffer>> = {
  1: ({ target, query, body }) =>
    lengthPrefixedHash([
      'ichido:fingerprint:1',
      target,
      canonicalJson(query ?? {}, saysNothing),
      canonicalJson(body ?? {}, saysNothing),
    ]),
};

/** The fingerprint of a request that meets its key for the first time (semantics 3). */
export const fingerprint = (request: FingerprintedRequest): Fingerprint => ({
  version: CURRENT_VERSION,
  hash: fingerprintOf(CURRENT_VERSION, request),
});

/**
 * The hash of a request by the algorithm a stored row was made with. A version of a newer release can only be compared
 * there: `ServiceUnavailable`, so that the caller's retry may reach it.
 */
export function fingerprintOf(version: number, request: FingerprintedRequest): Buffer {
  const algorithm = ALGORITHMS[version];
  if (algorithm === undefined) throw new ServiceUnavailable();
  return algorithm(request);
}

/**
 * Absent, null and equal to the default are the same request. Leaving the default out, instead of writing it in, also
 * keeps a stored hash good when a later release gives the request class one more member with a default.
 */
const saysNothing: Omit = (owner, name, value) => {
  if (value === undefined || value === null) return true;
  const defaults = defaultsOf(owner);
  if (defaults === undefined || !Object.hasOwn(defaults, name)) return false;
  const byDefault = defaults[name];
  return byDefault !== undefined && canonicalJson(byDefault) === canonicalJson(value);
};

const knownDefaults = new WeakMap<object, Record<string, unknown>>();

/** What a request class gives its members without being told; plain objects, such as a parsed query, have no defaults. */
function defaultsOf(owner: object): Record<string, unknown> | undefined {
  const prototype = Object.getPrototypeOf(owner) as { constructor?: new () => object } | null;
  if (prototype?.constructor === undefined || prototype === Object.prototype) return undefined;
  const known = knownDefaults.get(prototype) ?? { ...new prototype.constructor() };
  knownDefaults.set(prototype, known);
  return known;
}
