import type { Job, JobPayload } from './job.js';
import { completions, NEVER_GIVE_UP, type TakenJob } from './job-writes.js';
import { WORKER_POOL } from './worker-pool.js';
import { UnitOfWork } from '../database/unit-of-work/unit-of-work.js';
import { aboutOrder } from '../observability/tracing/about-order.js';
import { traced, type OpenSpan } from '../observability/tracing/tracing.js';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Pool } from 'pg';

/** What the queue hands over; `failures` counts earlier runs of this piece of work that ended in an exception. */
export interface QueuedJob {
  readonly name: string;
  readonly key: string;
  readonly payload: JobPayload;
  readonly failures: number;
  /** An earlier run of it ended in the middle: nobody knows how far it came. */
  readonly wasCutOff?: boolean;
  /** Where the queue did not hand it out, so that nobody else will say that it is done. */
  readonly completes?: TakenJob;
}

/** An exception is an outage or a defect, never an outcome: try again patiently, at least once a minute. */
const PAUSES_MS = [1_000, 2_000, 5_000, 10_000, 30_000, 60_000];

/** The job door: calls the world outside any transaction, then settles what was learned in one unit of work. */
@Injectable()
export class JobRunner {
  private readonly logger = new Logger('Jobs');

  constructor(
    private readonly units: UnitOfWork,
    @Inject(WORKER_POOL) private readonly pool: Pool,
  ) {}

  run(job: Job<JobPayload, unknown>, queued: QueuedJob): Promise<void> {
    const { name, key, failures } = queued;
    return traced(
      () => ({
        name: `job ${name}`,
        isRoot: true,
        words: { 'ichido.job.key': key, 'ichido.attempt': failures + 1 },
      }),
      (span) => this.attempt(job, queued, span),
    );
  }

  private async attempt(job: Job<JobPayload, unknown>, queued: QueuedJob, span?: OpenSpan): Promise<void> {
    span?.isAbout(aboutOrder({ ...queued.payload, sagaId: queued.key.split(':', 1)[0] }));
    try {
      const outcome = await job.call(queued.payload, (queued.wasCutOff ?? false) || queued.failures > 0);
      await this.units.run(async (unit) => {
        await job.settle(outcome, queued.payload);
        if (queued.completes) unit.write(completions, queued.completes);
      });
      span?.say({ 'ichido.result': 'settled' });
    } catch (error) {
      span?.say({ 'ichido.result': 'failed' });
      this.logger.error(
        { err: error, job: queued.name, ...queued.payload },
        `${queued.name} failed and will run again`,
      );
      await this.again(queued);
      if (queued.completes) await this.remove(queued.completes.id);
      await this.tell(job, queued);
    }
  }

  /** Only when a later run has taken its key: given back meanwhile, the later run is this very row. */
  private async remove(id: string): Promise<void> {
    await this.pool.query('DELETE FROM graphile_worker._private_jobs WHERE id = $1 AND key IS NULL', [id]);
  }

  /** Not being heard changes nothing: the next failure is told again. */
  private async tell(job: Job<JobPayload, unknown>, { name, payload, failures }: QueuedJob): Promise<void> {
    if (!job.troubled) return;
    await this.units
      .run(() => job.troubled!(payload, failures + 1))
      .catch((error: unknown) =>
        this.logger.warn({ err: error, job: name, ...payload }, 'a failed job could not be told so'),
      );
  }

  /**
   * Puts a later run in the place of this one; the queue clears the key of the running one by itself. When that fails
   * too, the queue keeps the job as it is, and both failures are told with the ids of the work.
   */
  private async again({ name, key, payload, failures }: QueuedJob): Promise<void> {
    const pauseMs = PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)];
    try {
      await this.pool.query(
        `SELECT graphile_worker.add_job($1, $2::json, NULL, now() + $3 * interval '1 millisecond', ${NEVER_GIVE_UP}, $4, NULL, NULL, 'replace')`,
        [name, JSON.stringify({ ...payload, failures: failures + 1 }), pauseMs, key],
      );
    } catch (error) {
      this.logger.error({ err: error, job: name, ...payload }, `${name} could not be put back and stays in the queue`);
      throw error;
    }
  }
}
