import { auditSettings } from './audit-settings.js';
import { audits } from './audits.store.js';
import { audit } from '#audit/audit.js';
import { CouldNotCheck } from '#audit/could-not-check.error.js';
import type { AuditReport } from '#audit/report.js';
import { CONFIG } from '#shared/config/config.token.js';
import type { Config } from '#shared/config/config.js';
import { Unit } from '#shared/database/unit-of-work/unit.js';
import { JobHandler, type Job } from '#shared/jobs/job.js';
import { Inject, Injectable, Logger } from '@nestjs/common';

export const AUDIT_JOB = 'operations.audit';

type Wanted = { sinceMs: number };

/** An audit that the clock asked for; what is violated is an alert. */
@JobHandler(AUDIT_JOB)
@Injectable()
export class AuditJob implements Job<Wanted, AuditReport | CouldNotCheck> {
  private readonly logger = new Logger('Audit');

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** What could not be checked is checked the next night: trying at once would ask a provider in trouble again and again. */
  async call({ sinceMs }: Wanted): Promise<AuditReport | CouldNotCheck> {
    try {
      return await audit({ ...auditSettings(this.config), sinceMs });
    } catch (error) {
      if (error instanceof CouldNotCheck) return error;
      throw error;
    }
  }

  async settle(outcome: AuditReport | CouldNotCheck): Promise<void> {
    if (outcome instanceof CouldNotCheck) {
      this.logger.error(`the audit came to no result: ${outcome.message}`);
      return;
    }
    Unit.current('an audit').write(audits, outcome);
    const { violations, rules, checked } = outcome;
    if (violations === 0) this.logger.log({ checked }, 'the audit found nothing violated');
    else {
      const broken = rules.filter((rule) => rule.violations > 0);
      const counts = Object.fromEntries(broken.map((rule) => [rule.name, rule.violations]));
      this.logger.error({ violations, rules: counts }, `the audit found ${violations} violations; docs/reliability.md`);
    }
  }
}
