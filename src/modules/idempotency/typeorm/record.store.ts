import { FinalAnswers } from './final-answers.js';
import { KeyedTransaction } from './keyed-transaction.js';
import type { Answer } from '../contract/answer.js';
import { DOOR_SETTINGS, type DoorSettings } from '../door-settings.js';
import { RecordStore } from '../ports/record-store.port.js';
import { IdempotencyRecord } from '../record.js';
import type { OperationIdentity } from '../request/operation-key.js';
import { isDatabaseUnavailable } from '#shared/http/database-unavailable.js';
import { Gathered } from '#shared/kernel/gathered.js';
import { unhurried } from '#shared/kernel/unhurried.js';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';

interface Row {
  id: string;
  tenant_id: string;
  operation: string;
  fingerprint: Buffer;
  fingerprint_version: number;
  saga_id: string | null;
  created_at: Date;
  status: number | null;
  headers: Answer['headers'] | null;
  body: string | null;
}

const COLUMNS =
  'id, tenant_id, operation, fingerprint, fingerprint_version, saga_id, created_at, status, headers, body';

/** What has expired is gone, whether the sweep has been there or not; what is undecided never expires (semantics 12). */
export const NOT_EXPIRED = `(state = 'processing' OR expires_at > now())`;

/** Rows per commit: a few milliseconds, so that nobody waits behind one; a million still takes minutes only (measured). */
const BATCH = 1_000;

/**
 * Only decided records expire. The rows are found by the index on their expiry; SKIP LOCKED passes those that a late
 * duplicate is claiming anew at this moment.
 */
const DELETE_BATCH = `
  DELETE FROM idempotency.records WHERE id IN (
    SELECT id FROM idempotency.records
    WHERE state = 'decided' AND expires_at <= now() ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED)`;

/** Records in `idempotency.records` of the application's own PostgreSQL. */
@Injectable()
export class TypeOrmRecordStore extends RecordStore implements OnModuleInit {
  private readonly byKey = new Gathered(
    (keys: readonly OperationIdentity[]) => findAll((text, values) => this.ask(text, values), keys),
    isDatabaseUnavailable,
  );
  private readonly byRecord = new Gathered((ids: readonly string[]) => this.all(ids), isDatabaseUnavailable);
  private readonly final: FinalAnswers;

  constructor(
    private readonly source: DataSource,
    @Inject(DOOR_SETTINGS) { replayCacheBytes }: DoorSettings,
  ) {
    super();
    this.final = new FinalAnswers(replayCacheBytes);
  }

  onModuleInit(): void {
    this.whenAnswersMayBeLost(() => this.forgetAnswers());
  }

  async find(identity: OperationIdentity): Promise<IdempotencyRecord | undefined> {
    // A request that holds a connection asks on that one: waiting for a second, all of them could wait for each other.
    const own = KeyedTransaction.currentManager();
    if (own) return (await findAll((text, values) => own.query(text, values), [identity]))[0]?.record;
    return this.final.get(identity) ?? this.look(identity);
  }

  byId(id: string): Promise<IdempotencyRecord | undefined> {
    return this.byRecord.find(id);
  }

  /** Which of these are decided by now. */
  async decidedAmong(ids: readonly string[]): Promise<string[]> {
    const rows = await this.ask<{ id: string }>(
      `SELECT id FROM idempotency.records WHERE id = ANY($1::uuid[]) AND state = 'decided'`,
      [ids],
    );
    return rows.map((row) => row.id);
  }

  async removeExpired(stopped: () => boolean): Promise<number> {
    let removed = 0;
    for (let batch = BATCH; batch === BATCH && !stopped(); removed += batch)
      batch = await unhurried(() => this.removeBatch());
    return removed;
  }

  /** From here on every answer is looked up once more. */
  forgetAnswers(): void {
    this.final.clear();
  }

  /** After a failover the database may have lost what it had answered; the first sign is a connection that ends. */
  protected whenAnswersMayBeLost(listener: () => void): void {
    ((this.source.driver as PostgresDriver).master as Pool).on('remove', listener);
  }

  /** Runs a statement that looks records up; the texts are few and always the same. */
  protected ask<Stored extends object>(text: string, values: unknown[]): Promise<Stored[]> {
    return this.source.query(text, values);
  }

  private async look(identity: OperationIdentity): Promise<IdempotencyRecord | undefined> {
    const askedAt = performance.now();
    const { sinceCleared } = this.final;
    const found = await this.byKey.find(identity);
    // It was that old when it was read; what passed since then has to be taken off.
    if (found) this.final.keep(identity, found.record, found.livesMs - (performance.now() - askedAt), sinceCleared);
    return found?.record;
  }

  private removeBatch(): Promise<number> {
    return this.source.transaction(async (manager) => {
      // Held for one batch only; an instance that does not get it has nothing to do.
      const [lock] = await manager.query<{ mine: boolean }[]>(
        `SELECT pg_try_advisory_xact_lock(hashtext('ichido:expiry')) AS mine`,
      );
      if (!lock?.mine) return 0;
      const [, count] = await manager.query<[object[], number]>(DELETE_BATCH, [BATCH]);
      return count;
    });
  }

  private async all(ids: readonly string[]): Promise<(IdempotencyRecord | undefined)[]> {
    const rows = await this.ask<Row>(
      `SELECT ${COLUMNS} FROM idempotency.records WHERE id = ANY($1::uuid[]) AND ${NOT_EXPIRED}`,
      [ids],
    );
    const found = new Map(rows.map((row) => [row.id, recordOf(row)]));
    return ids.map((id) => found.get(id));
  }
}

type Ask = (text: string, values: unknown[]) => Promise<(Row & { asked: number; lives_ms: number | null })[]>;

interface Found {
  readonly record: IdempotencyRecord;
  /** Until it expires; 0 while it is undecided. */
  readonly livesMs: number;
}

/** One look along the index of the keys, for any number of them; the answers come in the order of the keys. */
async function findAll(ask: Ask, keys: readonly OperationIdentity[]): Promise<(Found | undefined)[]> {
  const rows = await ask(
    `SELECT w.asked, (1000 * extract(epoch FROM expires_at - now()))::float8 AS lives_ms, ${COLUMNS}
     FROM (
       SELECT unnest($1::text[]) AS tenant_id, unnest($2::text[]) AS operation, unnest($3::text[]) AS key,
         generate_subscripts($1::text[], 1) AS asked
     ) AS w
     JOIN idempotency.records USING (tenant_id, operation, key) WHERE ${NOT_EXPIRED}`,
    [keys.map(({ tenant }) => tenant), keys.map(({ operation }) => operation), keys.map(({ key }) => key)],
  );
  const found = new Map(rows.map((row) => [row.asked, { record: recordOf(row), livesMs: row.lives_ms ?? 0 }]));
  return keys.map((_, index) => found.get(index + 1));
}

function recordOf(row: Row): IdempotencyRecord {
  const { status, headers, body } = row;
  const answer = status !== null && headers !== null && body !== null ? { status, headers, body } : undefined;
  return new IdempotencyRecord(
    row.id,
    row.tenant_id,
    row.operation,
    row.fingerprint,
    row.fingerprint_version,
    row.saga_id ?? undefined,
    row.created_at,
    answer,
  );
}
