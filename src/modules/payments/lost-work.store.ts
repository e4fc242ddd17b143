import { Payment } from './domain/payment.entity.js';
import { Refund } from './domain/refund.entity.js';
import { NOT_IN_QUARANTINE } from '#shared/jobs/dead-workers.js';
import { CONFIG } from '#shared/config/config.token.js';
import type { Config } from '#shared/config/config.js';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** Looked after per sweep; the next sweep, a third of a lease later, takes the next ones. */
const BATCH = 100;

const WITHOUT_JOB = `NOT EXISTS (SELECT 1 FROM graphile_worker._private_jobs j WHERE j.key LIKE t.step_key || ':%')`;

/** Payments and refunds that wait for the provider, have done so for a lease, and have no job. */
@Injectable()
export class LostWorkStore {
  /** Younger ones are still on their normal way; looking only at the old keeps the sweep small under load. */
  private readonly aLeaseAgo: string;

  constructor(
    private readonly source: DataSource,
    @Inject(CONFIG) config: Config,
  ) {
    this.aLeaseAgo = `now() - interval '${config.leaseMs} milliseconds'`;
  }

  payments(): Promise<Payment[]> {
    return this.source
      .getRepository(Payment)
      .createQueryBuilder('t')
      .where(`t.status IN ('pending', 'unknown', 'processing', 'requires_action')`)
      .andWhere(`t.updated_at < ${this.aLeaseAgo}`)
      .andWhere(WITHOUT_JOB)
      .limit(BATCH)
      .getMany();
  }

  refunds(): Promise<Refund[]> {
    return this.source
      .getRepository(Refund)
      .createQueryBuilder('t')
      .where(`(t.status = 'pending' OR (t.status = 'failed' AND t.owed))`)
      .andWhere(`t.attempted_at < ${this.aLeaseAgo}`)
      .andWhere(WITHOUT_JOB)
      .limit(BATCH)
      .getMany();
  }

  /**
   * A service that starts again may have been the reason for a doubt: makes every look in the future due now. What an
   * operator has set aside waits for longer than any look does, and goes on waiting, also when he does so just now: the row
   * is judged as it is once it can be written. So does what is in quarantine: the start may be one after its last crash.
   */
  async lookNow(jobs: readonly string[]): Promise<void> {
    await this.source.query(
      `UPDATE graphile_worker._private_jobs SET run_at = now(), updated_at = now()
       WHERE task_id IN (SELECT id FROM graphile_worker._private_tasks WHERE identifier = ANY ($1))
         AND locked_at IS NULL AND run_at > now() AND run_at < now() + interval '1 year' AND ${NOT_IN_QUARANTINE}`,
      [jobs],
    );
  }
}
