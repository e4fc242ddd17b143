import { Reconciliation } from './reconciliation.js';
import type { Report } from './report.js';
import { reportText } from './report-text.js';
import { JobHandler, type Job } from '#shared/jobs/job.js';
import { Injectable, Logger } from '@nestjs/common';

export const RECONCILE_JOB = 'payments.reconcile';

type Wanted = { sinceMs: number };

/** A reconciliation that the clock asked for; what is open is an alert. */
@JobHandler(RECONCILE_JOB)
@Injectable()
export class ReconcileJob implements Job<Wanted, Report> {
  private readonly logger = new Logger('Reconciliation');

  constructor(private readonly reconciliation: Reconciliation) {}

  call({ sinceMs }: Wanted): Promise<Report> {
    return this.reconciliation.run(sinceMs, (line) => this.logger.log(line));
  }

  async settle(report: Report): Promise<void> {
    const { provider, open } = report;
    const about = { provider, open, recorded: report.events.recorded };
    if (open === 0) this.logger.log(about, 'the books agree');
    else this.logger.error(about, reportText(report));
  }
}
