import { CONFIG } from '../config/config.token.js';
import type { Config } from '../config/config.js';
import { SchemaStore, type SchemaState } from '../database/schema.store.js';
import { JobWorker } from '../jobs/job-worker.js';
import { now } from '../kernel/clock.js';
import { withinMs } from '../kernel/within.js';
import { Inject, Injectable } from '@nestjs/common';

/** What this instance cannot do its work without. */
export interface HealthPart {
  readonly name: 'database' | 'migrations' | 'worker';
  readonly state: 'up' | 'down';
  /** Since when it is known to be so: it is looked at when somebody asks. */
  readonly since: Date;
  /** Why it is down. */
  readonly detail?: string;
}

/** A database that answers slower than this serves nobody. */
const DATABASE_TIMEOUT_MS = 2_000;

type Looked = Omit<HealthPart, 'since'>;

/**
 * Whether this instance can do its work: the database answers and has the tables of this version, and where the role
 * includes working, the worker was written down as alive within its lease. What hinders all instances alike and is not
 * mended by sending callers elsewhere (the payment provider, a backlog, dead letters) is no part of it.
 */
@Injectable()
export class Readiness {
  /** One question at a time, however many ask: anybody may. */
  private asking?: Promise<SchemaState | undefined>;
  private readonly known = new Map<HealthPart['name'], HealthPart>();

  constructor(
    private readonly schema: SchemaStore,
    private readonly worker: JobWorker,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async parts(): Promise<HealthPart[]> {
    const looked = [...(await this.databaseParts()), ...this.workerParts()];
    return looked.map((part) => this.withSince(part));
  }

  private async databaseParts(): Promise<Looked[]> {
    this.asking ??= this.schema
      .read()
      .catch(() => undefined)
      .finally(() => (this.asking = undefined));
    const read = await withinMs(DATABASE_TIMEOUT_MS, this.asking).catch(() => undefined);
    if (!read)
      return [
        { name: 'database', state: 'down', detail: `It does not answer, or not within ${DATABASE_TIMEOUT_MS} ms.` },
      ];
    return [{ name: 'database', state: 'up' }, migrationsPart(read)];
  }

  private workerParts(): Looked[] {
    const { silentForMs } = this.worker;
    if (silentForMs === undefined) return [];
    const { leaseMs } = this.config;
    if (silentForMs <= leaseMs) return [{ name: 'worker', state: 'up' }];
    const detail = `No heartbeat for ${Math.round(silentForMs)} ms, and its lease is ${leaseMs} ms: others take its jobs.`;
    return [{ name: 'worker', state: 'down', detail }];
  }

  private withSince(part: Looked): HealthPart {
    const before = this.known.get(part.name);
    const since = before?.state === part.state ? before.since : now();
    const known = { ...part, since };
    this.known.set(part.name, known);
    return known;
  }
}

const migrationsPart = ({ missing }: SchemaState): Looked =>
  missing.length === 0
    ? { name: 'migrations', state: 'up' }
    : { name: 'migrations', state: 'down', detail: `Not applied: ${missing.join(', ')}. Run npm run migrate.` };
