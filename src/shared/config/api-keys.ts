import { ConfigError } from './config.error.js';

/** One caller of the API. */
export interface ApiKey {
  /** A client's name is its tenant. */
  readonly name: string;
  readonly role: 'client' | 'operator';
  /** What follows `Bearer`. */
  readonly secret: string;
}

const EXAMPLE = 'shop:client:a-long-secret,ops:operator:another-secret';

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** What a bearer token may consist of (RFC 6750, section 2.1). */
const TOKEN = /^[A-Za-z0-9._~+/-]+=*$/;

/** 8 characters: below that a secret is a typing error or a joke. */
const SHORTEST_SECRET = 8;

/** Reads `name:role:secret,…`. Throws ConfigError, which names the entry by its place, never by its content. */
export function parseApiKeys(text: string): readonly ApiKey[] {
  const keys = text
    .split(',')
    .map((entry) => entry.trim())
    .map(parseEntry);
  refuseRepeated(keys, 'name');
  refuseRepeated(keys, 'secret');
  return Object.freeze(keys);
}

function parseEntry(entry: string, index: number): ApiKey {
  const wrong = (problem: string) => new ConfigError('API_KEYS', `entry ${index + 1} ${problem}`, EXAMPLE);
  const [name = '', role = '', secret = '', ...more] = entry.split(':');
  if (!secret || more.length > 0) throw wrong('must have three parts, name:role:secret');
  if (!NAME.test(name)) throw wrong('must have a name of 1 to 64 letters, digits, ".", "_" or "-"');
  if (role !== 'client' && role !== 'operator') throw wrong(`must have the role client or operator in the middle`);
  if (secret.length < SHORTEST_SECRET) throw wrong(`must have a secret of at least ${SHORTEST_SECRET} characters`);
  if (!TOKEN.test(secret)) throw wrong('must have a secret of letters, digits and "._~+/-" alone');
  return Object.freeze({ name, role, secret });
}

function refuseRepeated(keys: readonly ApiKey[], member: 'name' | 'secret'): void {
  const seen = new Map<string, number>();
  for (const [index, key] of keys.entries()) {
    const earlier = seen.get(key[member]);
    if (earlier !== undefined) {
      throw new ConfigError('API_KEYS', `entries ${earlier + 1} and ${index + 1} have the same ${member}`, EXAMPLE);
    }
    seen.set(key[member], index);
  }
}
