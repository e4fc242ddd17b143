import { captureJob, resolveJob } from './job-requests.js';
import type { Learned } from './find-truth.js';
import { PaymentStuck } from '../contract/index.js';
import { attempted, startGeneration } from '../domain/attempt.js';
import type { FactSource, PaymentFact } from '../domain/payment-fact.js';
import { SettlePayment } from '../handlers/settle-payment.handler.js';
import { PaymentsRepository } from '../payments.repository.js';
import { enqueue } from '#shared/jobs/job-writes.js';
import type { Failure } from '#shared/kernel/failure.js';
import { Injectable } from '@nestjs/common';
import { CommandBus, EventBus } from '@nestjs/cqrs';

export interface CaptureNews extends Learned<PaymentFact> {
  readonly source: FactSource;
  /** Which attempt was asked about; what is learned about one says nothing about the next. */
  readonly generation: number;
  /** How many looks there have been; 0 is the first attempt itself. */
  readonly look: number;
  /** For how long it has been wanted, in ms. */
  readonly ageMs?: number;
  /** It has been open for so long that a person must look. */
  readonly overdue?: boolean;
}

const OVERDUE: Failure = {
  code: 'payment_in_doubt',
  detail: 'Nobody could find out yet whether the payment was made. It is looked up every hour; compare the provider.',
};

/** What follows from one look at a capture; runs inside the job door's unit. */
@Injectable()
export class CaptureProgress {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly commands: CommandBus,
    private readonly events: EventBus,
  ) {}

  async settle(paymentId: string, news: CaptureNews): Promise<void> {
    const { fact, absent, sent, trouble, source, look, ageMs, overdue } = news;
    const payment = await this.payments.payment(paymentId);
    if (!payment) return;
    // A slow look may come back when a newer attempt is under way: only money that moved is still news then.
    const isOutlived = payment.generation !== news.generation;
    if (fact && (!isOutlived || fact.kind === 'captured')) {
      await this.commands.execute(new SettlePayment(paymentId, fact, source));
    }
    if (isOutlived || !payment.isOpen) return;
    if (sent) attempted(payment);
    const stuck = trouble ?? (overdue ? OVERDUE : undefined);
    if (stuck) this.events.publish(new PaymentStuck(payment.tenantId, payment.orderId, stuck));
    if (absent) {
      startGeneration(payment);
      enqueue(captureJob(payment));
    } else {
      enqueue(resolveJob(payment, look + 1, ageMs));
    }
  }
}
