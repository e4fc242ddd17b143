import { captureJob, refundJob, resolveJob } from './job-requests.js';
import type { Payment } from '../domain/payment.entity.js';
import type { Refund } from '../domain/refund.entity.js';
import { LostWorkStore } from '../lost-work.store.js';
import { enqueue } from '#shared/jobs/job-writes.js';
import { Recovery } from '#shared/jobs/recovery.js';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';

/**
 * Finds payments and refunds that wait for the provider and have no job that would ask it, whatever took the job away,
 * and gives them one. Without any this is two small index scans.
 */
@Injectable()
export class LostWork implements OnModuleInit {
  private readonly logger = new Logger('Recovery');

  constructor(
    private readonly store: LostWorkStore,
    private readonly recovery: Recovery,
  ) {}

  onModuleInit(): void {
    this.recovery.add({
      find: () => this.store.payments(),
      mend: (payment: Payment) =>
        this.giveJob(payment.orderId, payment.status === 'pending' ? captureJob(payment) : resolveJob(payment, 1)),
    });
    this.recovery.add({
      find: () => this.store.refunds(),
      mend: (refund: Refund) => this.giveJob(refund.orderId, refundJob(refund)),
    });
  }

  private async giveJob(orderId: string, job: ReturnType<typeof captureJob>): Promise<void> {
    this.logger.warn({ orderId, job: job.key }, 'found work without a job');
    enqueue(job);
  }
}
