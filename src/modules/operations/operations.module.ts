import { ActDesk } from './acts/act-desk.js';
import { ActsStore } from './acts/acts.store.js';
import { AuditJob } from './audit/audit.job.js';
import { AuditMetrics } from './audit/audit-metrics.js';
import { AuditsStore } from './audit/audits.store.js';
import { NightlyAudit } from './audit/nightly-audit.js';
import { ListActsHandler, ListActsOnOrderHandler } from './handlers/act-queries.handler.js';
import { SandboxFaults } from './faults/sandbox-faults.js';
import { Worker } from './faults/worker.js';
import { KillWorkerHandler, ListFaultsHandler, SetFaultsHandler } from './handlers/faults.handler.js';
import { GetLastAuditHandler } from './handlers/get-last-audit.handler.js';
import { CompensateSagaHandler, ResolveSagaHandler, RetrySagaHandler } from './handlers/saga-acts.handler.js';
import { GetOverviewHandler } from './handlers/get-overview.handler.js';
import { GetOutboxHandler } from './handlers/get-outbox.handler.js';
import { GetHealthHandler } from './handlers/get-health.handler.js';
import { ListInboxHandler, MatchMessageHandler, ReplayMessageHandler } from './handlers/inbox.handler.js';
import { ListErrorsHandler, ListJobsHandler } from './handlers/job-queries.handler.js';
import { InspectKeyHandler, InspectKeysHandler, LetKeyGoHandler } from './handlers/keys.handler.js';
import { QuarantineSagaHandler, ReleaseSagaHandler } from './handlers/quarantine.handler.js';
import { RedriveAllHandler, RedriveOneHandler } from './handlers/redrive.handler.js';
import { GetSagaHandler } from './handlers/get-saga.handler.js';
import { ListSagaDefinitionsHandler } from './handlers/list-saga-definitions.handler.js';
import { SearchSagasHandler } from './handlers/search-sagas.handler.js';
import { MeantSaga } from './meant/meant-saga.js';
import { ActsController } from './http/acts.controller.js';
import { AuditController } from './http/audit.controller.js';
import { HealthDetailsController } from './http/health-details.controller.js';
import { FaultsController } from './http/faults.controller.js';
import { InboxController } from './http/inbox.controller.js';
import { JobsController } from './http/jobs.controller.js';
import { KeysController } from './http/keys.controller.js';
import { OutboxController } from './http/outbox.controller.js';
import { OverviewController } from './http/overview.controller.js';
import { SagaDefinitionsController } from './http/saga-definitions.controller.js';
import { SagasController } from './http/sagas.controller.js';
import { OverviewFeed } from './http/overview-feed.js';
import { Effects } from '#shared/effects/effects.js';
import { JobEffects } from '#shared/jobs/job-effects.js';
import { DeadLettersStore } from '#shared/messaging/dead-letters.store.js';
import { InboxEffects } from '#shared/messaging/inbox-reopenings.js';
import { OutboxLagStore } from '#shared/messaging/outbox-lag.store.js';
import { RedriveEffects } from '#shared/messaging/redrives.js';
import { SagaCensusStore } from '#shared/saga/saga-census.store.js';
import { SagaEffects } from '#shared/saga/saga-effects.js';
import { SagaSearchStore } from '#shared/saga/saga-search.store.js';
import { HealthModule } from '#shared/observability/health.module.js';
import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';

/** What an operator sees of the whole, and may do to it. */
@Module({
  imports: [DiscoveryModule, HealthModule],
  controllers: [
    AuditController,
    SagasController,
    InboxController,
    JobsController,
    KeysController,
    OutboxController,
    ActsController,
    HealthDetailsController,
    OverviewController,
    SagaDefinitionsController,
    FaultsController,
  ],
  providers: [
    AuditsStore,
    AuditJob,
    NightlyAudit,
    AuditMetrics,
    GetLastAuditHandler,
    Effects,
    SagaEffects,
    JobEffects,
    InboxEffects,
    RedriveEffects,
    DeadLettersStore,
    OutboxLagStore,
    SagaSearchStore,
    ActsStore,
    ActDesk,
    ListActsHandler,
    ListActsOnOrderHandler,
    MeantSaga,
    SearchSagasHandler,
    GetSagaHandler,
    RetrySagaHandler,
    CompensateSagaHandler,
    ResolveSagaHandler,
    QuarantineSagaHandler,
    ReleaseSagaHandler,
    ListInboxHandler,
    ReplayMessageHandler,
    MatchMessageHandler,
    ListJobsHandler,
    ListErrorsHandler,
    RedriveOneHandler,
    RedriveAllHandler,
    InspectKeysHandler,
    InspectKeyHandler,
    LetKeyGoHandler,
    GetOutboxHandler,
    GetHealthHandler,
    SagaCensusStore,
    GetOverviewHandler,
    OverviewFeed,
    ListSagaDefinitionsHandler,
    SandboxFaults,
    Worker,
    ListFaultsHandler,
    SetFaultsHandler,
    KillWorkerHandler,
  ],
})
export class OperationsModule {}
