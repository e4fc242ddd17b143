import { findTruth, type Learned } from './find-truth.js';
import { REFUND_JOB, refundAtOnce, refundJob } from './job-requests.js';
import { lookUpRefund, refundFact } from './refund-fact.js';
import { isUnanswered } from './unanswered.js';
import { PaymentNeedsAttention, RefundStuck } from '../contract/index.js';
import { workWasDone } from './work-done.js';
import { attempted, startGeneration } from '../domain/attempt.js';
import { inDoubt } from '../domain/doubt.js';
import type { Refund } from '../domain/refund.entity.js';
import type { RefundFact } from '../domain/payment-fact.js';
import { PAYMENT_GATEWAY } from '../gateway/gateway.token.js';
import type { PaymentGateway } from '../gateway/payment-gateway.js';
import { SettleRefund } from '../handlers/settle-refund.handler.js';
import { PaymentsRepository } from '../payments.repository.js';
import { CONFIG } from '#shared/config/config.token.js';
import type { Config } from '#shared/config/config.js';
import { enqueue } from '#shared/jobs/job-writes.js';
import { JobHandler, type Job } from '#shared/jobs/job.js';
import type { Failure } from '#shared/kernel/failure.js';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus, EventBus } from '@nestjs/cqrs';

type Attempt = { refundId: string; attempt: number };
type RefundNews = Learned<RefundFact> & {
  readonly generation: number;
  readonly ageMs: number;
  readonly overdue: boolean;
};

const OVERDUE: Failure = {
  code: 'refund_in_doubt',
  detail: 'The money could not be given back yet. It is tried every hour; compare the provider.',
};

/** A saga waits for each refund but that of a surplus, of which none knows. */
const attention = ({ isSurplus, tenantId, orderId, id }: Refund, failure: Failure): object =>
  isSurplus ? new PaymentNeedsAttention(tenantId, orderId, failure) : new RefundStuck(tenantId, orderId, failure, id);

/** Gives money back: sends the refund with its stored key, and goes on until the provider has said that it succeeded. */
@JobHandler(REFUND_JOB)
@Injectable()
export class RefundPaymentJob implements Job<Attempt, RefundNews | undefined> {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly commands: CommandBus,
    private readonly events: EventBus,
    @Inject(PAYMENT_GATEWAY) private readonly gateway: PaymentGateway,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async call({ refundId, attempt }: Attempt, wasCutOff: boolean): Promise<RefundNews | undefined> {
    const refund = await this.payments.refund(refundId);
    if (!refund) return undefined;
    const payment = await this.payments.payment(refund.paymentId);
    if (refund.isOver) {
      workWasDone(payment);
      return undefined;
    }
    if (!payment || !refund.moneyOf(payment)) return undefined;
    const stored = await this.payments.doubtAbout(refund, { looks: attempt - 1, wasCutOff });
    const doubt = inDoubt(stored, {
      keyWindowMs: this.config.pspKeyWindowMs,
      inDoubtLimitMs: this.config.inDoubtLimitMs,
    });
    const learned = await findTruth(doubt, {
      resend: refund.providerReference ? undefined : () => refundFact(this.gateway, payment, refund),
      lookUp: () => lookUpRefund(this.gateway, payment, refund),
      unanswered: isUnanswered,
    });
    return { ...learned, generation: refund.generation, ageMs: stored.openForMs, overdue: doubt.needsAttention };
  }

  async settle(news: RefundNews | undefined, { refundId, attempt }: Attempt): Promise<void> {
    if (!news) return;
    const { fact, absent, sent, trouble, ageMs, overdue } = news;
    const refund = await this.payments.refund(refundId);
    if (!refund) return;
    // A slow attempt may come back when a newer one is under way: only money that went back is still news then.
    const isOutlived = refund.generation !== news.generation;
    if (fact && (!isOutlived || fact.kind === 'refunded')) {
      await this.commands.execute(new SettleRefund(refundId, fact, 'answer'));
    }
    if (isOutlived || refund.isOver) return;
    if (sent) attempted(refund);
    // A refund that failed for good had no effect, and its key would only repeat the failure; one that was just sent
    // and not answered may have one, whoever has called it failed meanwhile.
    if (absent || (refund.status === 'failed' && !(sent && !fact))) {
      startGeneration(refund);
      refund.again();
    }
    const stuck = trouble ?? (overdue ? OVERDUE : undefined);
    if (stuck) this.events.publish(attention(refund, stuck));
    enqueue(absent ? refundAtOnce(refund, attempt + 1) : refundJob(refund, attempt + 1, ageMs));
  }
}
