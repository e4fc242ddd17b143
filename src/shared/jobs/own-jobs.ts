import { HeldJobs } from './held-jobs.js';
import { JobHandlers, type AnyJob } from './job-handlers.js';
import { JobRunner } from './job-runner.js';
import { jobs, type JobRow, type TakenJob } from './job-writes.js';
import { Slots } from '../kernel/slots.js';
import { UnitOfWork } from '../database/unit-of-work/unit-of-work.js';
import type { Unit } from '../database/unit-of-work/unit.js';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';

/** As many as the queue runs at once in a process: a process that is busy leaves new work to whoever fetches it. */
const MOST_AT_ONCE = 32;

/**
 * Runs the jobs that this process has just committed, without asking the queue for them. They are committed as taken by
 * this worker, so the queue gives them to nobody else; they are held, recovered and repeated like those it hands out.
 */
@Injectable()
export class OwnJobs implements OnModuleInit {
  private readonly logger = new Logger('Jobs');
  private readonly running = new Set<Promise<void>>();
  private readonly slots = new Slots(MOST_AT_ONCE);
  private workerId?: string;

  constructor(
    private readonly units: UnitOfWork,
    private readonly held: HeldJobs,
    private readonly runner: JobRunner,
    private readonly handlers: JobHandlers,
  ) {}

  onModuleInit(): void {
    this.units.join((unit) => this.take(unit));
  }

  /** From now on what is committed here runs here, in the name of this worker; nothing without one. */
  runAs(workerId: string | undefined): void {
    this.workerId = workerId;
  }

  /** Returns when those that run now have ended. */
  async ended(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }

  private take(unit: Unit): void {
    const { workerId } = this;
    if (!workerId) return;
    for (const row of unit.rowsOf(jobs)) {
      const job = this.handlers.named(row.name);
      if (!job || row.delayMs || this.running.size >= MOST_AT_ONCE) continue;
      row.taken = { by: workerId, as: (id) => unit.afterCommit(() => this.start({ id, by: workerId }, row, job)) };
    }
  }

  private start(taken: TakenJob, row: JobRow, job: AnyJob): void {
    const running = this.held
      .during(taken.id, () => this.slots.during(() => this.run(taken, row, job)))
      .catch((error: unknown) => {
        this.held.leaveBehind(taken);
        this.logger.warn({ err: error, job: row.key, ...row.payload }, 'this job is left to the queue');
      })
      .finally(() => this.running.delete(running));
    this.running.add(running);
  }

  private async run(completes: TakenJob, { name, key, payload }: JobRow, job: AnyJob): Promise<void> {
    // The process is ending, and hands back what it holds, or its queue has begun anew.
    if (completes.by !== this.workerId) return this.held.leaveBehind(completes);
    await this.runner.run(job, { name, key, payload, failures: 0, completes });
  }
}
