import { ActDesk } from './acts/act-desk.js';
import { ActsStore } from './acts/acts.store.js';
import { AuditJob } from './audit/audit.job.js';
import { AuditMetrics } from './audit/audit-metrics.js';
import { AuditsStore } from './audit/audits.store.js';
import { NightlyAudit } from './audit/nightly-audit.js';
import { ListActsHandler, ListActsOnOrderHandler } from './handlers/act-queries.handler.js';
import { GetLastAuditHandler } from './handlers/get-last-audit.handler.js';
import {
  CompensateSagaHandler,
  MeantSaga,
  ResolveSagaHandler,
  RetrySagaHandler,
} from './handlers/saga-acts.handler.js';
import { GetSagaHandler, SearchSagasHandler } from './handlers/saga-queries.handler.js';
import { ActsController } from './http/acts.controller.js';
import { AuditController } from './http/audit.controller.js';
import { SagasController } from './http/sagas.controller.js';
import { Effects } from '#shared/effects/effects.js';
import { JobEffects } from '#shared/jobs/job-effects.js';
import { QueuedJobsStore } from '#shared/jobs/queued-jobs.store.js';
import { SagaEffects } from '#shared/saga/saga-effects.js';
import { SagaSearchStore } from '#shared/saga/saga-search.store.js';
import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';

/** What an operator sees of the whole, and may do to it. */
@Module({
  imports: [DiscoveryModule],
  controllers: [AuditController, SagasController, ActsController],
  providers: [
    AuditsStore,
    AuditJob,
    NightlyAudit,
    AuditMetrics,
    GetLastAuditHandler,
    Effects,
    SagaEffects,
    JobEffects,
    QueuedJobsStore,
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
  ],
})
export class OperationsModule {}
