import { SendRefund } from '../contract/index.js';
import { refundJob } from '../jobs/job-requests.js';
import { PaymentsRepository } from '../payments.repository.js';
import { enqueue } from '#shared/jobs/job-writes.js';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';

/** The provider is not called here: the one job that will call it is stored together with the refund. */
@CommandHandler(SendRefund)
export class SendRefundHandler implements ICommandHandler<SendRefund> {
  constructor(private readonly payments: PaymentsRepository) {}

  async execute({ refundId }: SendRefund): Promise<void> {
    const refund = await this.payments.refund(refundId);
    if (refund) enqueue(refundJob(refund));
  }
}
