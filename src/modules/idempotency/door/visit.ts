import { defaultContent, type IdempotentPolicy } from './policy.js';
import { fingerprint, fingerprintOf, type FingerprintedRequest } from '../request/fingerprint.js';
import { operationKey, type OperationIdentity } from '../request/operation-key.js';
import type { IdempotencyRecord } from '../record.js';
import { NoUnitOpen } from '#shared/database/unit-of-work/unit-errors.js';
import { DomainError } from '#shared/kernel/domain-error.js';
import { AsyncLocalStorage } from 'node:async_hooks';
import { timingSafeEqual } from 'node:crypto';

const ambient = new AsyncLocalStorage<Visit>();

/** One keyed request on its way through the door. */
export class Visit {
  private content?: FingerprintedRequest;

  constructor(
    readonly identity: OperationIdentity,
    private readonly policy: IdempotentPolicy,
    private readonly params: Readonly<Record<string, string>>,
    private readonly query: Readonly<Record<string, unknown>>,
    /** What a refusal is about when it names nothing else. */
    readonly path: string,
  ) {}

  static current(): Visit {
    const visit = ambient.getStore();
    if (!visit) throw new NoUnitOpen('a keyed request');
    return visit;
  }

  enter<T>(work: () => Promise<T>): Promise<T> {
    return ambient.run(this, work);
  }

  /** Told by the pipe once the body is known to be valid. */
  takeBody(body: object): void {
    const { target, body: covered } = (this.policy.content ?? defaultContent)(body, this.params);
    this.content = { target, query: this.query, body: covered };
  }

  fingerprint(): ReturnType<typeof fingerprint> {
    return fingerprint(this.request);
  }

  /** Hash of the identity: what a saga, refund or adjustment made under this key remembers for ever. */
  get operationKey(): Buffer {
    return operationKey(this.identity);
  }

  /** Throws 409 when the key was first used with another content, at whatever state that first request is. */
  mustMatch(record: IdempotencyRecord): void {
    if (timingSafeEqual(fingerprintOf(record.fingerprintVersion, this.request), record.fingerprint)) return;
    throw new DomainError(
      'refused',
      'idempotency_key_reused',
      'This key was first used with another content. The instance shows what became of that; send this content with a new key.',
      { instance: record.pollUrl },
    );
  }

  private get request(): FingerprintedRequest {
    if (!this.content) throw new Error('a keyed route must declare its body with @Body()');
    return this.content;
  }
}
