import { HeldJobs } from './held-jobs.js';
import { JobHandlers } from './job-handlers.js';
import { JobRunner } from './job-runner.js';
import { endIfDeaf } from './deaf-queue.js';
import { leaveQuietly, queueLogger } from './queue-logger.js';
import { OwnJobs } from './own-jobs.js';
import { WorkerRegistry } from './worker-registry.js';
import { WORKER_POOL } from './worker-pool.js';
import { CONFIG } from '../config/config.token.js';
import type { Config } from '../config/config.js';
import { isDirect } from '../database/prepared.js';
import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { run, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker';
import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';

/** Jobs wait for the provider most of their time, so many more than cores may run at once. */
const CONCURRENT_JOBS = 32;
/** Jobs are announced; polling only finds those whose announcement was lost or whose time has come. */
const POLL_INTERVAL_MS = 500;
/** A queue that ended by itself (its connection died while completing a job) is started anew after this pause. */
const RESTART_PAUSE_MS = 500;

/** Runs the job queue in a process whose role includes working, and keeps it running while the process lives. */
@Injectable()
export class JobWorker implements OnModuleDestroy {
  private readonly logger = new Logger('Jobs');
  private runner?: Runner;
  private workerId?: string;
  private heart?: NodeJS.Timeout;
  private restarting?: Promise<void>;
  private stopping = false;
  private endsAt = 0;
  /** By the clock of this process that nobody sets, in ms; undefined before it works. */
  private lastBeat?: number;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(WORKER_POOL) private readonly pool: Pool,
    private readonly registry: WorkerRegistry,
    private readonly held: HeldJobs,
    private readonly jobs: JobRunner,
    private readonly handlers: JobHandlers,
    private readonly own: OwnJobs,
  ) {}

  /** Where the role includes working; returns when the queue is open. */
  async begin(): Promise<void> {
    if (this.config.role === 'api') return;
    // From here on it has a lease to be seen for the first time.
    this.lastBeat = performance.now();
    await this.start();
    // A third of the lease: one lost heartbeat is no death.
    this.heart = setInterval(() => this.beat(), this.config.leaseMs / 3);
  }

  /** Milliseconds since this worker was last written down as alive; undefined in a process that does not work. */
  get silentForMs(): number | undefined {
    return this.lastBeat === undefined ? undefined : performance.now() - this.lastBeat;
  }

  /** What runs when the process is told to end has until then (Unix milliseconds); nothing without that. */
  mayRunUntil(endsAt: number): void {
    this.endsAt = endsAt;
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    this.own.runAs(undefined);
    clearInterval(this.heart);
    // A queue that is just being started anew must not outlive the pool it runs on.
    await this.restarting;
    // What is still running then is handed back and runs elsewhere, under the same keys.
    await Promise.race([
      Promise.all([this.runner?.stop().catch(() => undefined), this.own.ended()]),
      pause(Math.max(0, this.endsAt - Date.now()), undefined, { ref: false }),
    ]);
    if (this.workerId) await this.registry.leave(this.workerId).catch(() => undefined);
  }

  private async start(): Promise<void> {
    let hasEnded = false;
    const ended = (cause?: unknown): void => {
      if (!hasEnded) this.restart(cause);
      hasEnded = true;
    };
    const events = new EventEmitter() as WorkerEvents;
    events.on('pool:create', ({ workerPool }) => {
      this.workerId = workerPool.id;
      this.own.runAs(workerPool.id);
      this.beat();
    });
    // From here on it takes no job. Its end may never come: it miscounts the batches that failed and waits for them.
    events.on('pool:gracefulShutdown', ({ message }) => ended(new Error(message)));
    endIfDeaf(events);
    leaveQuietly(events);
    const preparedStatements = await this.isAnsweredDirectly();
    this.runner = await run({
      pgPool: this.pool,
      taskList: this.tasks(),
      concurrency: CONCURRENT_JOBS,
      pollInterval: POLL_INTERVAL_MS,
      // Signals are the application's: it stops the queue in its own order.
      noHandleSignals: true,
      preset: {
        worker: {
          // Only its batches listen to their own failures: a completion on a dead connection would end the process.
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
          preparedStatements,
        },
      },
      events,
      logger: queueLogger(this.logger),
    });
    void this.runner.promise.then(() => ended(), ended);
  }

  /** What a session has prepared is not there when a pooler gives the next transaction to another one. */
  private async isAnsweredDirectly(): Promise<boolean> {
    const client = await this.pool.connect();
    try {
      return await isDirect(client);
    } finally {
      client.release();
    }
  }

  private restart(cause?: unknown): void {
    if (this.stopping) return;
    this.logger.error({ err: cause }, 'the job queue ended by itself and is started anew');
    this.restarting = pause(RESTART_PAUSE_MS)
      .then(() => (this.stopping ? undefined : this.start()))
      .catch((error: unknown) => this.restart(error));
  }

  private beat(): void {
    const { workerId } = this;
    if (!workerId || this.stopping) return;
    this.registry
      .heartbeat(workerId)
      .then(() => {
        this.lastBeat = performance.now();
        return this.held.releaseForgotten(workerId, this.config.leaseMs);
      })
      .catch((error: unknown) => this.logger.warn({ err: error }, 'heartbeat failed'));
  }

  private tasks(): TaskList {
    const tasks: TaskList = {};
    for (const name of this.handlers.names) {
      tasks[name] = async (payload, { job }) => {
        const { failures = 0, ...ids } = (payload ?? {}) as Record<string, string | number>;
        // The queue counts a start when it hands a job out; work that was taken from the silent carries its own count.
        const wasCutOff = job.attempts > 1 || 'crashes' in ids;
        const queued = { name, key: job.key ?? '', payload: ids, failures: Number(failures), wasCutOff };
        await this.held.during(job.id, () => this.jobs.run(this.handlers.named(name)!, queued));
      };
    }
    return tasks;
  }
}
