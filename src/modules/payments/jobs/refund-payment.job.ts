import { REFUND_JOB, refundJob } from './job-requests.js';
import type { RefundFact } from '../domain/payment-fact.js';
import { PAYMENT_GATEWAY } from '../gateway/gateway.token.js';
import { PaymentOutcomeUnknown, type PaymentGateway, type RefundOutcome } from '../gateway/payment-gateway.js';
import { SettleRefund } from '../handlers/settle-refund.handler.js';
import { PaymentsRepository } from '../payments.repository.js';
import { enqueue } from '#shared/jobs/job-writes.js';
import { JobHandler, type Job } from '#shared/jobs/job.js';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';

type Attempt = { refundId: string; attempt: number };

const refundFact = (outcome: RefundOutcome): RefundFact =>
  outcome.kind === 'failed'
    ? { kind: 'refund_failed', detail: outcome.detail, providerReference: outcome.providerReference }
    : {
        kind: outcome.kind === 'pending' ? 'refund_pending' : 'refunded',
        providerReference: outcome.providerReference,
      };

const nothingIfUnanswered = (error: unknown): undefined => {
  if (!(error instanceof PaymentOutcomeUnknown)) throw error;
};

/** Sends the refund with its stored key until the provider has said what became of it. */
@JobHandler(REFUND_JOB)
@Injectable()
export class RefundPaymentJob implements Job<Attempt, RefundFact | undefined> {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly commands: CommandBus,
    @Inject(PAYMENT_GATEWAY) private readonly gateway: PaymentGateway,
  ) {}

  async call({ refundId }: Attempt): Promise<RefundFact | undefined> {
    const refund = await this.payments.refund(refundId);
    if (!refund) return undefined;
    const payment = await this.payments.payment(refund.paymentId);
    if (!payment?.providerReference || refund.status === 'succeeded') return undefined;
    const references = { orderId: payment.orderId, paymentId: payment.id, sagaId: payment.sagaId, refundId };
    const { stepKey: key, amount, currency } = refund;
    return this.gateway
      .refund({ key, providerReference: payment.providerReference, amount, currency, references })
      .then(refundFact, nothingIfUnanswered);
  }

  async settle(fact: RefundFact | undefined, { refundId, attempt }: Attempt): Promise<void> {
    if (fact) await this.commands.execute(new SettleRefund(refundId, fact, 'answer'));
    const refund = await this.payments.refund(refundId);
    if (refund && refund.status !== 'succeeded') enqueue(refundJob(refund, attempt + 1));
  }
}
