import { doorWithSagas } from '#modules/idempotency/by-saga/door-with-sagas.js';
import { PRICE_POLICY, type PricePolicy } from '#modules/inventory/contract/index.js';
import { InventoryModule } from '#modules/inventory/inventory.module.js';
import { OperationsModule } from '#modules/operations/operations.module.js';
import { OrdersModule } from '#modules/orders/orders.module.js';
import { isRepresentable } from '#modules/payments/gateway/stripe/stripe-money.js';
import { PaymentsModule } from '#modules/payments/payments.module.js';
import { CONFIG } from '#shared/config/config.token.js';
import type { Config } from '#shared/config/config.js';
import { Admission } from '#shared/http/admission.js';
import { RateLimitModule } from '#shared/http/rate-limit/rate-limit.module.js';
import { DatabaseModule } from '#shared/database/database.module.js';
import { HealthModule } from '#shared/observability/health.module.js';
import { JobsModule } from '#shared/jobs/jobs.module.js';
import { LoggingModule } from '#shared/observability/logging.module.js';
import { MessagingModule } from '#shared/messaging/messaging.module.js';
import { WorkingModule } from '#shared/messaging/working.module.js';
import { MetricsModule } from '#shared/observability/metrics.module.js';
import { StoppedDuplicatesModule } from '#shared/observability/stopped-duplicates.module.js';
import { Global, Module, type DynamicModule } from '@nestjs/common';

@Global()
@Module({})
export class AppModule {
  static with(config: Config): DynamicModule {
    return {
      module: AppModule,
      imports: [
        LoggingModule.at(config.logLevel),
        DatabaseModule,
        JobsModule,
        MessagingModule,
        StoppedDuplicatesModule,
        HealthModule,
        MetricsModule,
        RateLimitModule,
        doorWithSagas(),
        InventoryModule,
        PaymentsModule,
        OrdersModule,
        OperationsModule,
        WorkingModule,
      ],
      providers: [
        Admission,
        { provide: CONFIG, useValue: config },
        // The sandbox counts as Stripe does.
        { provide: PRICE_POLICY, useValue: isRepresentable satisfies PricePolicy },
      ],
      exports: [Admission, CONFIG, PRICE_POLICY],
    };
  }
}
