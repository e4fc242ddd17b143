import { WithdrawPayment } from '../contract/index.js';
import { withdrawJob } from '../jobs/job-requests.js';
import { PaymentsRepository } from '../payments.repository.js';
import { enqueue } from '#shared/jobs/job-writes.js';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';

@CommandHandler(WithdrawPayment)
export class WithdrawPaymentHandler implements ICommandHandler<WithdrawPayment> {
  constructor(private readonly payments: PaymentsRepository) {}

  /** One that does not wait for its customer yet may come to; then it is given up as soon as that is known. */
  async execute({ paymentId, failure }: WithdrawPayment): Promise<void> {
    const payment = await this.payments.payment(paymentId);
    payment?.withdraw(failure);
    if (payment?.isToBeCancelled) enqueue(withdrawJob(payment));
  }
}
