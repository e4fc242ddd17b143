import { DeadWorkers } from './dead-workers.js';
import { HeldJobs } from './held-jobs.js';
import { JobHandlers } from './job-handlers.js';
import { JobRunner } from './job-runner.js';
import { JobWorker } from './job-worker.js';
import { OwnJobs } from './own-jobs.js';
import { QueuedJobsStore } from './queued-jobs.store.js';
import { Recovery } from './recovery.js';
import { WORKER_CONNECTIONS, WORKER_POOL } from './worker-pool.js';
import { WaitingJobsStore } from './waiting-jobs.store.js';
import { TimedJobs } from './timed-jobs.js';
import { forgivingTwiceReleased } from './twice-released.js';
import { WorkerRegistry } from './worker-registry.js';
import { WorkersStore } from './workers.store.js';
import { CONFIG } from '../config/config.token.js';
import type { Config } from '../config/config.js';
import { createPool, PLANNED_ONCE } from '../database/pools.js';
import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import type { Pool } from 'pg';

/** Jobs on graphile-worker: enqueued by commits, run by whoever lives, recovered from whoever died. */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [
    {
      provide: WORKER_POOL,
      inject: [CONFIG],
      useFactory: (config: Config) =>
        forgivingTwiceReleased(createPool(config.databaseUrl!, WORKER_CONNECTIONS, 'jobs', PLANNED_ONCE)),
    },
    WorkerRegistry,
    DeadWorkers,
    HeldJobs,
    JobHandlers,
    OwnJobs,
    Recovery,
    JobRunner,
    JobWorker,
    WaitingJobsStore,
    WorkersStore,
    QueuedJobsStore,
    TimedJobs,
  ],
  exports: [WORKER_POOL, JobWorker, Recovery, QueuedJobsStore, WaitingJobsStore, WorkersStore, TimedJobs],
})
export class JobsModule implements OnApplicationShutdown {
  constructor(@Inject(WORKER_POOL) private readonly pool: Pool) {}

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}
