import { AUDIT_JOB } from './audit.job.js';
import { CONFIG } from '#shared/config/config.token.js';
import type { Config } from '#shared/config/config.js';
import { TimedJobs } from '#shared/jobs/timed-jobs.js';
import { Inject, Injectable } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';

/** A week of the provider's books: what is older was compared seven times, and their whole may not fit into memory. */
const SINCE_MS = 7 * 86_400_000;

/** The instances' clocks differ by less than this, so all of them ask before the first run begins and are one job. */
const BEGINS_AFTER_MS = 60_000;

/** Asks for an audit every night. All instances do; the job's key makes it one, on one of them. */
@Injectable()
export class NightlyAudit {
  constructor(
    private readonly jobs: TimedJobs,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** 05:00 UTC: an hour after the reconciliation, which fetches what the provider could not tell. */
  @Cron('0 5 * * *', { name: 'operations.audit', timeZone: 'UTC' })
  async ask(): Promise<void> {
    if (this.config.role === 'api') return;
    await this.jobs.enqueue({
      name: AUDIT_JOB,
      key: AUDIT_JOB,
      payload: { sinceMs: SINCE_MS },
      delayMs: BEGINS_AFTER_MS,
    });
  }
}
