import { Payment } from './domain/payment.entity.js';
import { Refund } from './domain/refund.entity.js';
import { GetCustomerActionHandler } from './gateway/customer-action.handler.js';
import { PAYMENT_GATEWAY, PROVIDER_WEBHOOKS } from './gateway/gateway.token.js';
import type { PaymentGateway } from './gateway/payment-gateway.js';
import { ProviderMessages } from './gateway/provider-messages.js';
import { createStripeGateway } from './gateway/stripe/create-stripe-gateway.js';
import { tracedGateway } from './gateway/traced-gateway.js';
import { StripeWebhooks } from './gateway/stripe/stripe-webhooks.js';
import { FindByReferenceHandler, ListAttemptsHandler } from './handlers/attempt-queries.handler.js';
import { CapturePaymentHandler } from './handlers/capture-payment.handler.js';
import { GetPaymentHandler, GetRefundHandler } from './handlers/get-payment.handler.js';
import { ListPaymentFactsHandler } from './handlers/list-payment-facts.handler.js';
import { ListRefundsHandler } from './handlers/list-refunds.handler.js';
import { RefundPaymentHandler } from './handlers/refund-payment.handler.js';
import { RequestRefundHandler } from './handlers/request-refund.handler.js';
import { MatchNoticeHandler, ReplayNoticeHandler } from './handlers/reopen-notice.handler.js';
import { ResolveDoubtHandler } from './handlers/resolve-doubt.handler.js';
import { SendRefundHandler } from './handlers/send-refund.handler.js';
import { SettlePaymentHandler } from './handlers/settle-payment.handler.js';
import { SettleRefundHandler } from './handlers/settle-refund.handler.js';
import { WithdrawPaymentHandler } from './handlers/withdraw-payment.handler.js';
import { PaymentsController } from './http/payments.controller.js';
import { RefundAnswers } from './http/refund-answers.js';
import { RefundsController } from './http/refunds.controller.js';
import { WebhooksController } from './http/webhooks.controller.js';
import { CaptureProgress } from './jobs/capture-progress.js';
import { CapturePaymentJob } from './jobs/capture-payment.job.js';
import { LookAtStart } from './jobs/look-at-start.js';
import { LostWork } from './jobs/lost-work.js';
import { ApplyNoticeJob } from './jobs/notices/apply-notice.job.js';
import { DisputeNotices } from './jobs/notices/dispute-notices.js';
import { LostNotices } from './jobs/notices/lost-notices.js';
import { MeantPayments } from './jobs/notices/meant-payment.js';
import { PaymentNotices } from './jobs/notices/payment-notices.js';
import { RefundNotices } from './jobs/notices/refund-notices.js';
import { RoomForRefund } from './room-for-refund.js';
import { SetAsideNotices } from './jobs/notices/set-aside-notices.js';
import { RefundPaymentJob } from './jobs/refund-payment.job.js';
import { ResolvePaymentJob } from './jobs/resolve-payment.job.js';
import { ComparePayments } from './reconcile/compare-payments.js';
import { CompareRefunds } from './reconcile/compare-refunds.js';
import { DailyReconciliation } from './reconcile/daily-reconciliation.js';
import { LedgerStore } from './reconcile/ledger.store.js';
import { MissedEvents } from './reconcile/missed-events.js';
import { ReconcileJob } from './reconcile/reconcile.job.js';
import { Reconciliation } from './reconcile/reconciliation.js';
import { RefundPaymentSaga } from './sagas/refund-payment.saga.js';
import { DoubtMetric } from './doubt.metric.js';
import { MoneyEffects } from './money-effects.js';
import { LostWorkStore } from './lost-work.store.js';
import { PaymentFactsStore } from './payment-facts.store.js';
import { PaymentsRepository } from './payments.repository.js';
import { CONFIG } from '#shared/config/config.token.js';
import type { Config } from '#shared/config/config.js';
import { currentTracer } from '#shared/observability/tracing/tracing.js';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

/** Stripe's keys of real money, full and restricted ones (docs.stripe.com/keys). */
const LIVE_KEY = /^[sr]k_live_/;

@Module({
  imports: [TypeOrmModule.forFeature([Payment, Refund])],
  controllers: [PaymentsController, RefundsController, WebhooksController],
  providers: [
    {
      provide: PAYMENT_GATEWAY,
      inject: [CONFIG],
      useFactory(config: Config): PaymentGateway {
        const gateway = createStripeGateway({
          provider: config.paymentProvider,
          // The sandbox takes any key; it must only not be empty.
          secretKey: config.stripeSecretKey ?? 'sk_test_sandbox',
          apiBase: config.paymentProvider === 'sandbox' ? config.sandboxPspUrl : config.stripeApiBase,
          timeoutMs: config.pspTimeoutMs,
          returnUrl: config.paymentReturnUrl,
        });
        return currentTracer() ? tracedGateway(gateway) : gateway;
      },
    },
    {
      provide: PROVIDER_WEBHOOKS,
      inject: [CONFIG],
      useFactory: ({ paymentProvider: provider, pspWebhookSecrets: secrets, stripeSecretKey = '' }: Config) =>
        new StripeWebhooks({ provider, secrets, livemode: provider === 'stripe' && LIVE_KEY.test(stripeSecretKey) }),
    },
    ProviderMessages,
    PaymentsRepository,
    PaymentFactsStore,
    CaptureProgress,
    LostWorkStore,
    LostWork,
    LookAtStart,
    CapturePaymentHandler,
    WithdrawPaymentHandler,
    RefundPaymentHandler,
    RequestRefundHandler,
    SendRefundHandler,
    ResolveDoubtHandler,
    SettlePaymentHandler,
    SettleRefundHandler,
    GetPaymentHandler,
    GetRefundHandler,
    ListPaymentFactsHandler,
    ListAttemptsHandler,
    FindByReferenceHandler,
    MoneyEffects,
    DoubtMetric,
    ListRefundsHandler,
    GetCustomerActionHandler,
    CapturePaymentJob,
    ResolvePaymentJob,
    RefundPaymentJob,
    RefundPaymentSaga,
    RefundAnswers,
    MeantPayments,
    PaymentNotices,
    RoomForRefund,
    RefundNotices,
    DisputeNotices,
    ApplyNoticeJob,
    LostNotices,
    SetAsideNotices,
    ReplayNoticeHandler,
    MatchNoticeHandler,
    LedgerStore,
    MissedEvents,
    ComparePayments,
    CompareRefunds,
    Reconciliation,
    ReconcileJob,
    DailyReconciliation,
  ],
})
export class PaymentsModule {}
