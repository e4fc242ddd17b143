import type { EffectivePolicy } from './effective-policy.js';
import { fingerprint, fingerprintOf, type FingerprintedRequest } from '../request/fingerprint.js';
import { operationKey, type OperationIdentity } from '../request/operation-key.js';
import type { IdempotencyRecord } from '../record.js';
import { NoUnitOpen } from '#shared/database/unit-of-work/unit-errors.js';
import { AsyncLocalStorage } from 'node:async_hooks';
import { timingSafeEqual } from 'node:crypto';

const ambient = new AsyncLocalStorage<Visit>();

/** One keyed request on its way through the door. */
export class Visit {
  private content?: FingerprintedRequest;

  constructor(
    readonly identity: OperationIdentity,
    readonly policy: EffectivePolicy,
    private readonly params: Readonly<Record<string, string>>,
    private readonly query: Readonly<Record<string, unknown>>,
    /** What a refusal is about when it names nothing else. */
    readonly path: string,
    /** Of this request, for what is logged about it. */
    readonly traceId: string,
  ) {}

  static current(): Visit {
    const visit = ambient.getStore();
    if (!visit) throw new NoUnitOpen('a keyed request');
    return visit;
  }

  /** Undefined where the route takes requests without a key and this is one. */
  static currentIfAny(): Visit | undefined {
    return ambient.getStore();
  }

  enter<T>(work: () => Promise<T>): Promise<T> {
    return ambient.run(this, work);
  }

  /** Told by the pipe once the body is known to be valid. */
  takeBody(body: object): void {
    const { target, body: covered } = this.policy.content(body, this.params);
    this.content = { target, query: this.query, body: without(covered, this.policy.ignore) };
  }

  fingerprint(): ReturnType<typeof fingerprint> {
    return fingerprint(this.request);
  }

  /** Hash of the identity: what a saga, refund or adjustment made under this key remembers for ever. */
  get operationKey(): Buffer {
    return operationKey(this.identity);
  }

  /** Whether the key was first used with this content. */
  matches(record: IdempotencyRecord): boolean {
    return timingSafeEqual(fingerprintOf(record.fingerprintVersion, this.request), record.fingerprint);
  }

  private get request(): FingerprintedRequest {
    if (!this.content) throw new Error('a keyed route must declare its body with @Body()');
    return this.content;
  }
}

/** A body of the same class, so that what it says by default is still known, without these members. */
function without(body: object, names: readonly string[]): object {
  if (names.length === 0) return body;
  const members = Object.entries(body).filter(([name]) => !names.includes(name));
  return Object.assign(Object.create(Object.getPrototypeOf(body) as object) as object, Object.fromEntries(members));
}
