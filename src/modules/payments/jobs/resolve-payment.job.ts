import { captureFact, lookUpPayment, withdrawnFact } from './capture-fact.js';
import { CaptureProgress, type CaptureNews } from './capture-progress.js';
import { findTruth } from './find-truth.js';
import { RESOLVE_JOB } from './job-requests.js';
import { isUnanswered } from './unanswered.js';
import { workWasDone } from './work-done.js';
import { inDoubt } from '../domain/doubt.js';
import { PAYMENT_GATEWAY } from '../gateway/gateway.token.js';
import type { PaymentGateway } from '../gateway/payment-gateway.js';
import { PaymentsRepository } from '../payments.repository.js';
import { CONFIG } from '#shared/config/config.token.js';
import type { Config } from '#shared/config/config.js';
import { JobHandler, type Job } from '#shared/jobs/job.js';
import { Inject, Injectable } from '@nestjs/common';

type Look = { paymentId: string; look: number };

/** Finds out what became of a capture whose outcome is not known, and goes on looking until it is. */
@JobHandler(RESOLVE_JOB)
@Injectable()
export class ResolvePaymentJob implements Job<Look, CaptureNews | undefined> {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly progress: CaptureProgress,
    @Inject(PAYMENT_GATEWAY) private readonly gateway: PaymentGateway,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async call({ paymentId, look }: Look, wasCutOff: boolean): Promise<CaptureNews | undefined> {
    const payment = await this.payments.payment(paymentId);
    if (!payment?.isOpen) {
      workWasDone(payment);
      return undefined;
    }
    const stored = await this.payments.doubtAbout(payment, { looks: look, wasCutOff });
    const doubt = inDoubt(stored, {
      keyWindowMs: this.config.pspKeyWindowMs,
      inDoubtLimitMs: this.config.inDoubtLimitMs,
    });
    const learned = await findTruth(doubt, {
      resend: payment.providerReference ? undefined : () => captureFact(this.gateway, payment),
      // What became of one that cannot be given up any more, its books tell: it may be paid.
      lookUp: async () =>
        (await withdrawnFact(this.gateway, payment, look)) ?? (await lookUpPayment(this.gateway, payment)),
      unanswered: isUnanswered,
    });
    const { generation } = payment;
    const overdue = doubt.needsAttention;
    return { ...learned, source: 'resolver', generation, look, ageMs: stored.openForMs, overdue };
  }

  async settle(news: CaptureNews | undefined, { paymentId }: Look): Promise<void> {
    if (news) await this.progress.settle(paymentId, news);
  }
}
