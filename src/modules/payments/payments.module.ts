import { Payment } from './domain/payment.entity.js';
import { Refund } from './domain/refund.entity.js';
import { PAYMENT_GATEWAY } from './gateway/gateway.token.js';
import { createStripeGateway } from './gateway/stripe/create-stripe-gateway.js';
import { CapturePaymentHandler } from './handlers/capture-payment.handler.js';
import { GetPaymentHandler } from './handlers/get-payment.handler.js';
import { RefundPaymentHandler } from './handlers/refund-payment.handler.js';
import { SettlePaymentHandler } from './handlers/settle-payment.handler.js';
import { SettleRefundHandler } from './handlers/settle-refund.handler.js';
import { PaymentsController } from './http/payments.controller.js';
import { CaptureProgress } from './jobs/capture-progress.js';
import { CapturePaymentJob } from './jobs/capture-payment.job.js';
import { LookAtStart } from './jobs/look-at-start.js';
import { LostWork } from './jobs/lost-work.js';
import { RefundPaymentJob } from './jobs/refund-payment.job.js';
import { ResolvePaymentJob } from './jobs/resolve-payment.job.js';
import { LostWorkStore } from './lost-work.store.js';
import { PaymentsRepository } from './payments.repository.js';
import { CONFIG } from '#shared/config/config.token.js';
import type { Config } from '#shared/config/config.js';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

@Module({
  imports: [TypeOrmModule.forFeature([Payment, Refund])],
  controllers: [PaymentsController],
  providers: [
    {
      provide: PAYMENT_GATEWAY,
      inject: [CONFIG],
      useFactory: (config: Config) =>
        createStripeGateway({
          provider: config.paymentProvider,
          // The sandbox takes any key; it must only not be empty.
          secretKey: config.stripeSecretKey ?? 'sk_test_sandbox',
          apiBase: config.paymentProvider === 'sandbox' ? config.sandboxPspUrl : config.stripeApiBase,
          timeoutMs: config.pspTimeoutMs,
          returnUrl: config.paymentReturnUrl,
        }),
    },
    PaymentsRepository,
    CaptureProgress,
    LostWorkStore,
    LostWork,
    LookAtStart,
    CapturePaymentHandler,
    RefundPaymentHandler,
    SettlePaymentHandler,
    SettleRefundHandler,
    GetPaymentHandler,
    CapturePaymentJob,
    ResolvePaymentJob,
    RefundPaymentJob,
  ],
})
export class PaymentsModule {}
