import { AuditJob } from './audit/audit.job.js';
import { AuditMetrics } from './audit/audit-metrics.js';
import { AuditsStore } from './audit/audits.store.js';
import { NightlyAudit } from './audit/nightly-audit.js';
import { GetLastAuditHandler } from './handlers/get-last-audit.handler.js';
import { AuditController } from './http/audit.controller.js';
import { Module } from '@nestjs/common';

/** What an operator sees of the whole. */
@Module({
  controllers: [AuditController],
  providers: [AuditsStore, AuditJob, NightlyAudit, AuditMetrics, GetLastAuditHandler],
})
export class OperationsModule {}
