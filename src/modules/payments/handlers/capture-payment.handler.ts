import { CapturePayment } from '../contract/index.js';
import { Payment } from '../domain/payment.entity.js';
import { PAYMENT_GATEWAY } from '../gateway/gateway.token.js';
import type { PaymentGateway } from '../gateway/payment-gateway.js';
import { captureJob } from '../jobs/job-requests.js';
import { Unit } from '#shared/database/unit-of-work/unit.js';
import { enqueue } from '#shared/jobs/job-writes.js';
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';

/** The provider is not called here: the intent is stored together with the one job that will call it. */
@CommandHandler(CapturePayment)
export class CapturePaymentHandler implements ICommandHandler<CapturePayment> {
  constructor(@Inject(PAYMENT_GATEWAY) private readonly gateway: PaymentGateway) {}

  async execute({ intent }: CapturePayment): Promise<void> {
    const { paymentId: id, ...rest } = intent;
    const payment = Payment.request({ id, ...rest, provider: this.gateway.provider });
    Unit.current('a payment').insert(payment);
    enqueue(captureJob(payment));
  }
}
