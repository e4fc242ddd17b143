import { RECONCILE_JOB } from './reconcile.job.js';
import { CONFIG } from '#shared/config/config.token.js';
import type { Config } from '#shared/config/config.js';
import { TimedJobs } from '#shared/jobs/timed-jobs.js';
import { Inject, Injectable } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';

/** Two days: what was open yesterday is looked at once more. */
const SINCE_MS = 48 * 3_600_000;

/** The instances' clocks differ by less than this, so all of them ask before the first run begins and are one job. */
const BEGINS_AFTER_MS = 60_000;

/** Asks for a reconciliation every day. All instances do; the job's key makes it one, on one of them. */
@Injectable()
export class DailyReconciliation {
  constructor(
    private readonly jobs: TimedJobs,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** 04:00 UTC: in few places anybody shops, and a person can look at what is open in the morning. */
  @Cron('0 4 * * *', { name: 'payments.reconciliation', timeZone: 'UTC' })
  async ask(): Promise<void> {
    if (this.config.role === 'api') return;
    await this.jobs.enqueue({
      name: RECONCILE_JOB,
      key: RECONCILE_JOB,
      payload: { sinceMs: SINCE_MS },
      delayMs: BEGINS_AFTER_MS,
    });
  }
}
