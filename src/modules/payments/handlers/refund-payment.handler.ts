import { PaymentRefunded, RefundPayment } from '../contract/index.js';
import { Refund } from '../domain/refund.entity.js';
import { refundJob } from '../jobs/job-requests.js';
import { ofOneMoment } from '../of-one-moment.js';
import { PaymentsRepository } from '../payments.repository.js';
import { Unit } from '#shared/database/unit-of-work/unit.js';
import { enqueue } from '#shared/jobs/job-writes.js';
import { stoppedDuplicate } from '#shared/observability/stopped-duplicates.js';
import { Logger } from '@nestjs/common';
import { CommandHandler, EventBus, type ICommandHandler } from '@nestjs/cqrs';

@CommandHandler(RefundPayment)
export class RefundPaymentHandler implements ICommandHandler<RefundPayment> {
  private readonly logger = new Logger('Payments');

  constructor(
    private readonly payments: PaymentsRepository,
    private readonly events: EventBus,
  ) {}

  async execute({ intent }: RefundPayment): Promise<void> {
    const { tenantId, orderId, paymentId, stepKey, reason } = intent;
    if (await this.payments.refundByStep(stepKey)) {
      const detail = `refund skipped (already compensated)`;
      Unit.current('a refund').afterCommit(() => stoppedDuplicate('step', { orderId, detail }));
      this.logger.log({ orderId, step: stepKey }, detail);
      return;
    }
    const payment = await this.payments.payment(paymentId);
    const refunds = await this.payments.refundsOf(paymentId);
    if (payment) ofOneMoment(payment, refunds);
    // What somebody asked for is part of it: from now on that may not fail either, also if it has succeeded already.
    for (const known of refunds) known.owe();
    if (!payment || payment.isGivenBack) {
      this.events.publish(new PaymentRefunded(tenantId, orderId, paymentId));
      return;
    }
    if (payment.refundable === 0) return;
    const refund = Refund.request(payment, payment.refundable, { stepKey, reason, owed: true });
    Unit.current('a refund').insert(refund);
    enqueue(refundJob(refund));
  }
}
