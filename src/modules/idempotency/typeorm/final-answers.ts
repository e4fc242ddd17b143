import type { IdempotencyRecord } from '../record.js';
import type { OperationIdentity } from '../request/operation-key.js';
import { LRUCache } from 'lru-cache';

/** What a record takes in memory beside its body: two ids, a fingerprint, headers, and what the cache itself keeps. */
const RECORD_BYTES = 1_024;

/** A client that repeats itself does so within seconds; and what is mended in a table by hand is seen a minute later. */
const KEPT_MS = 60_000;

const nameOf = ({ tenant, operation, key }: OperationIdentity): string => JSON.stringify([tenant, operation, key]);

/**
 * Answers that can only be given again, in the memory of this process, so that a repetition need not ask the database:
 * of what has succeeded or set a saga going, until they expire. A stored refusal may be released, so it is none of them.
 */
export class FinalAnswers {
  private readonly records?: LRUCache<string, IdempotencyRecord>;
  private timesCleared = 0;

  /** @param bytes what they may take together; 0: nothing is kept */
  constructor(bytes: number) {
    if (bytes === 0) return;
    this.records = new LRUCache({
      maxSize: bytes,
      sizeCalculation: ({ answer }) => RECORD_BYTES + Buffer.byteLength(answer!.body),
    });
  }

  get(identity: OperationIdentity): IdempotencyRecord | undefined {
    return this.records?.get(nameOf(identity));
  }

  clear(): void {
    this.timesCleared++;
    this.records?.clear();
  }

  /** For whoever asks the database now, and brings its answer later. */
  get sinceCleared(): number {
    return this.timesCleared;
  }

  /**
   * @param livesMs how long the record can still be replayed
   * @param asked `sinceCleared` when the database was asked: what was on its way when all was forgotten is not kept
   */
  keep(identity: OperationIdentity, record: IdempotencyRecord, livesMs: number, asked = this.timesCleared): void {
    if (!record.answer || livesMs < 1 || asked !== this.timesCleared) return;
    const isFinal = record.sagaId !== undefined || record.answer.status < 400;
    if (isFinal) this.records?.set(nameOf(identity), record, { ttl: Math.min(livesMs, KEPT_MS) });
  }
}
