import { hash, timingSafeEqual } from 'node:crypto';
import type { Caller, Role } from './caller.js';

/** One line of `API_KEYS`. Several keys of one name are a rotation: they mean the same caller. */
export interface ApiKey {
  readonly name: string;
  readonly role: Role;
  readonly secret: string;
}

/** The keys this installation accepts. It forgets the secrets: what it holds is their SHA-256. */
export class ApiKeyRing {
  private readonly entries: readonly { readonly digest: Buffer; readonly caller: Caller }[];

  /** Throws when a name or secret is empty, or when one secret would mean two callers. */
  constructor(keys: readonly ApiKey[]) {
    this.entries = keys.map((key) => ({ digest: digestOf(key.secret), caller: callerFor(key) }));
    if (keys.some(({ name, secret }) => name === '' || secret === ''))
      throw new Error('An API key lacks a name or a secret.');
    const secrets = new Set(keys.map(({ secret }) => secret));
    if (secrets.size < keys.length) throw new Error('Two API keys share one secret.');
  }

  /** The caller a secret belongs to. Takes the same time for every secret: each digest is compared, whole. */
  callerOf(secret: string): Caller | undefined {
    const digest = digestOf(secret);
    let found: Caller | undefined;
    for (const entry of this.entries) {
      if (timingSafeEqual(entry.digest, digest)) found = entry.caller;
    }
    return found;
  }
}

const digestOf = (secret: string): Buffer => hash('sha256', secret, 'buffer');

const callerFor = ({ name, role }: ApiKey): Caller =>
  Object.freeze({ tenant: role === 'operator' ? `operator:${name}` : name, role, name });
