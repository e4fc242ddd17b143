import { CAPTURE_JOB, resolveJob } from './job-requests.js';
import { factOf, unknownIfUnanswered } from './capture-fact.js';
import type { PaymentFact } from '../domain/payment-fact.js';
import { PAYMENT_GATEWAY } from '../gateway/gateway.token.js';
import type { PaymentGateway } from '../gateway/payment-gateway.js';
import { SettlePayment } from '../handlers/settle-payment.handler.js';
import { PaymentsRepository } from '../payments.repository.js';
import { enqueue } from '#shared/jobs/job-writes.js';
import { JobHandler, type Job } from '#shared/jobs/job.js';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';

/** Sends the capture with its stored key. A time-out is not a decline: it makes the payment unknown and asks again. */
@JobHandler(CAPTURE_JOB)
@Injectable()
export class CapturePaymentJob implements Job<{ paymentId: string }, PaymentFact | undefined> {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly commands: CommandBus,
    @Inject(PAYMENT_GATEWAY) private readonly gateway: PaymentGateway,
  ) {}

  async call({ paymentId }: { paymentId: string }): Promise<PaymentFact | undefined> {
    const payment = await this.payments.payment(paymentId);
    if (payment?.status !== 'pending') return undefined;
    return factOf(this.gateway, payment).catch(unknownIfUnanswered);
  }

  async settle(fact: PaymentFact | undefined, { paymentId }: { paymentId: string }): Promise<void> {
    if (!fact) return;
    const news = await this.commands.execute(new SettlePayment(paymentId, fact, 'answer'));
    const payment = await this.payments.payment(paymentId);
    if (news && payment?.isOpen) enqueue(resolveJob(payment, 1));
  }
}
