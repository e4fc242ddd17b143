import { GetHealth, type HealthView } from '../contract/index.js';
import { CONFIG } from '#shared/config/config.token.js';
import type { Config } from '#shared/config/config.js';
import { SchemaStore } from '#shared/database/schema.store.js';
import { WorkersStore } from '#shared/jobs/workers.store.js';
import { now } from '#shared/kernel/clock.js';
import { withinMs } from '#shared/kernel/within.js';
import { Readiness } from '#shared/observability/readiness.js';
import { VERSION } from '#shared/observability/version.js';
import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';

/** As long as the check of the database waits: who asks here wants to know what is wrong, not to wait for it. */
const PATIENCE_MS = 2_000;

@QueryHandler(GetHealth)
export class GetHealthHandler implements IQueryHandler<GetHealth> {
  private readonly startedAt = now();

  constructor(
    private readonly readiness: Readiness,
    private readonly schema: SchemaStore,
    private readonly workers: WorkersStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute(): Promise<HealthView> {
    const [parts, workers, migrations] = await Promise.all([
      this.readiness.parts(),
      ifItAnswers(this.workers.list(this.config.leaseMs)),
      ifItAnswers(this.schema.read()),
    ]);
    return {
      status: parts.every(({ state }) => state === 'up') ? 'ok' : 'unready',
      version: VERSION,
      role: this.config.role,
      startedAt: this.startedAt.toISOString(),
      parts: parts.map(({ since, ...part }) => ({ ...part, since: since.toISOString() })),
      workers: workers?.map(({ seenAt, ...worker }) => ({ ...worker, seenAt: seenAt.toISOString() })),
      migrations,
    };
  }
}

const ifItAnswers = <T>(asked: Promise<T>): Promise<T | undefined> =>
  withinMs(PATIENCE_MS, asked).catch(() => undefined);
