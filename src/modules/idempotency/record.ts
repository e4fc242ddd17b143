import type { Answer } from './contract/answer.js';

/** What is known about one key of one caller. */
export class IdempotencyRecord {
  constructor(
    readonly id: string,
    readonly tenantId: string,
    readonly operation: string,
    readonly fingerprint: Buffer,
    readonly fingerprintVersion: number,
    /** What decides it after its commit; undefined for what was decided with it. */
    readonly sagaId: string | undefined,
    readonly createdAt: Date,
    /** Present once decided. */
    readonly answer: Answer | undefined,
  ) {}

  /** The same record, once it is decided. */
  answeredBy(answer: Answer): IdempotencyRecord {
    const { id, tenantId, operation, fingerprint, fingerprintVersion, sagaId, createdAt } = this;
    return new IdempotencyRecord(id, tenantId, operation, fingerprint, fingerprintVersion, sagaId, createdAt, answer);
  }
}
