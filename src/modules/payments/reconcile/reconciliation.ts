import { ComparePayments } from './compare-payments.js';
import { CompareRefunds } from './compare-refunds.js';
import { LedgerStore } from './ledger.store.js';
import { MissedEvents } from './missed-events.js';
import { periodOf } from './period.js';
import { Progress } from './progress.js';
import { openIn, type Report } from './report.js';
import { PAYMENT_GATEWAY } from '../gateway/gateway.token.js';
import type { PaymentGateway } from '../gateway/payment-gateway.js';
import { Inject, Injectable } from '@nestjs/common';

/** Compares the provider's books with ours. */
@Injectable()
export class Reconciliation {
  constructor(
    private readonly ledger: LedgerStore,
    private readonly missed: MissedEvents,
    private readonly payments: ComparePayments,
    private readonly refunds: CompareRefunds,
    @Inject(PAYMENT_GATEWAY) private readonly gateway: PaymentGateway,
  ) {}

  /**
   * Records missed events first, since they may explain a difference, then compares what was created in the last
   * `sinceMs` milliseconds. Changes nothing else. Throws the errors of the port when the provider cannot be asked.
   */
  async run(sinceMs: number, say: (line: string) => void): Promise<Report> {
    const period = periodOf(await this.ledger.now(), sinceMs);
    const progress = new Progress(say);
    const events = await this.missed.record(period, progress);
    const payments = await this.payments.run(period, progress);
    const refunds = await this.refunds.run(period, progress);
    return {
      provider: this.gateway.provider,
      since: period.since.toISOString(),
      until: period.until.toISOString(),
      events,
      payments,
      refunds,
      open: events.open.length + openIn(payments) + openIn(refunds),
    };
  }
}
