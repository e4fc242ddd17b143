import { CapturePayment } from '../contract/index.js';
import { Payment } from '../domain/payment.entity.js';
import { captureJob } from '../jobs/job-requests.js';
import type { Config } from '#shared/config/config.js';
import { CONFIG } from '#shared/config/config.token.js';
import { Unit } from '#shared/database/unit-of-work/unit.js';
import { enqueue } from '#shared/jobs/job-writes.js';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';

/** The provider is not called here: the intent is stored together with the one job that will call it. */
@CommandHandler(CapturePayment)
export class CapturePaymentHandler implements ICommandHandler<CapturePayment> {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  async execute({ intent }: CapturePayment): Promise<void> {
    const { paymentId: id, ...rest } = intent;
    const payment = Payment.request({ id, ...rest, provider: this.config.paymentProvider });
    Unit.current('a payment').insert(payment);
    enqueue(captureJob(payment));
  }
}
