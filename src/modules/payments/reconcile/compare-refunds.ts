import { Comparing, unlessOnItsWay, type Verdict } from './comparing.js';
import { LedgerStore } from './ledger.store.js';
import type { Period } from './period.js';
import type { Progress } from './progress.js';
import { refundHere, refundVerdict } from './refund-verdict.js';
import type { Comparison } from './report.js';
import type { Refund } from '../domain/refund.entity.js';
import { PAYMENT_GATEWAY } from '../gateway/gateway.token.js';
import type { PaymentGateway, ProviderRefund } from '../gateway/payment-gateway.js';
import { everyItem } from '../gateway/provider-books.js';
import { Inject, Injectable } from '@nestjs/common';

/** Lays the provider's refunds and ours side by side. */
@Injectable()
export class CompareRefunds {
  constructor(
    private readonly ledger: LedgerStore,
    @Inject(PAYMENT_GATEWAY) private readonly gateway: PaymentGateway,
  ) {}

  /** What seems to differ is looked at a second time at the end, as with payments. */
  async run(period: Period, progress: Progress): Promise<Comparison> {
    const comparing = new Comparing();
    const [seen, suspects] = [new Set<string>(), new Map<string, ProviderRefund>()];
    for await (const listed of everyItem((after) => this.gateway.listAllRefunds(period.listedSince, after))) {
      seen.add(listed.providerReference);
      if (listed.refundId && listed.status !== 'failed') seen.add(listed.refundId);
      const verdict = await this.judge(listed, period);
      if (verdict.is === 'agree' || verdict.is === 'foreign') comparing.take(verdict);
      else suspects.set(listed.providerReference, listed);
      progress.step('refunds');
    }
    const missing: Refund[] = [];
    for await (const refund of this.ledger.refunds(this.gateway.provider, period.since, period.settledBefore))
      if (!seen.has(refund.providerReference ?? refund.id) && claimsToExist(refund)) missing.push(refund);

    for (const listed of suspects.values()) comparing.take(await this.judge(await this.asItIsNow(listed), period));
    for (const refund of missing) comparing.take(await this.lookForMissing(refund.id));
    return comparing.result;
  }

  private async judge(listed: ProviderRefund, { settledBefore }: Period): Promise<Verdict> {
    const { providerReference, refundId, paymentReference } = listed;
    const here = await this.ledger.refund(providerReference, refundId);
    const isOurs = paymentReference !== undefined && !here;
    const payment = isOurs ? await this.ledger.payment(this.gateway.provider, paymentReference) : undefined;
    const verdict = refundVerdict(here, listed, payment);
    return unlessOnItsWay(verdict, here !== undefined && !here.isOver && here.createdAt > settledBefore);
  }

  private async asItIsNow(listed: ProviderRefund): Promise<ProviderRefund> {
    if (!listed.paymentReference) return listed;
    const refunds = await this.gateway.listRefunds(listed.paymentReference);
    return refunds.find(({ providerReference }) => providerReference === listed.providerReference) ?? listed;
  }

  private async lookForMissing(id: string): Promise<Verdict> {
    const refund = (await this.ledger.refundById(id))!;
    const payment = await this.ledger.paymentById(refund.paymentId);
    if (!payment || !claimsToExist(refund)) return { is: 'agree' };
    const reference = refund.moneyOf(payment);
    const listed = reference ? await this.gateway.listRefunds(reference) : [];
    const found = listed.find(({ providerReference, refundId, status }) =>
      refund.providerReference
        ? providerReference === refund.providerReference
        : refundId === id && status !== 'failed',
    );
    return found ? refundVerdict(refund, found, payment) : { is: 'only here', here: refundHere(refund) };
  }
}

/** A refund that was refused before the provider made one needs no counterpart. */
const claimsToExist = ({ providerReference, isOver }: Refund): boolean => providerReference !== null || !isOver;
