import { captureFact } from './capture-fact.js';
import { CaptureProgress, type CaptureNews } from './capture-progress.js';
import { troubleOf } from './find-truth.js';
import { CAPTURE_JOB } from './job-requests.js';
import { workWasDone } from './work-done.js';
import { PAYMENT_GATEWAY } from '../gateway/gateway.token.js';
import { PaymentOutcomeUnknown, type PaymentGateway } from '../gateway/payment-gateway.js';
import { PaymentsRepository } from '../payments.repository.js';
import { CONFIG } from '#shared/config/config.token.js';
import type { Config } from '#shared/config/config.js';
import { now } from '#shared/kernel/clock.js';
import { JobHandler, type Job } from '#shared/jobs/job.js';
import { Inject, Injectable } from '@nestjs/common';

type Attempt = { paymentId: string; generation: number };

/** Sends the capture with its stored key. A time-out is not a decline: it makes the payment unknown and asks again. */
@JobHandler(CAPTURE_JOB)
@Injectable()
export class CapturePaymentJob implements Job<Attempt, CaptureNews | undefined> {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly progress: CaptureProgress,
    @Inject(PAYMENT_GATEWAY) private readonly gateway: PaymentGateway,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async call({ paymentId, generation }: Attempt): Promise<CaptureNews | undefined> {
    const payment = await this.payments.payment(paymentId);
    // What was settled, or went on to another generation, since this job was enqueued is not asked for again.
    if (!payment?.isOpen || payment.generation !== generation || payment.providerReference) {
      workWasDone(payment);
      return undefined;
    }
    // A queue that stood still for days: the provider may have forgotten the key, and only a look-up is safe.
    if (now().getTime() - payment.keySince.getTime() > this.config.pspKeyWindowMs / 2) {
      return { source: 'resolver', generation, look: 0, fact: { kind: 'unknown' } };
    }
    const news = { source: 'answer', generation, look: 0, sent: true } as const;
    try {
      return { ...news, fact: await captureFact(this.gateway, payment) };
    } catch (error) {
      if (error instanceof PaymentOutcomeUnknown) return { ...news, fact: { kind: 'unknown' } };
      const trouble = troubleOf(error);
      if (!trouble) throw error;
      return { ...news, fact: { kind: 'unknown' }, trouble };
    }
  }

  async settle(news: CaptureNews | undefined, { paymentId }: Attempt): Promise<void> {
    if (news) await this.progress.settle(paymentId, news);
  }
}
