import { Comparing, unlessOnItsWay, type Verdict } from './comparing.js';
import { LedgerStore } from './ledger.store.js';
import { paymentHere, paymentVerdict } from './payment-verdict.js';
import type { Period } from './period.js';
import type { Progress } from './progress.js';
import type { Comparison } from './report.js';
import type { Payment } from '../domain/payment.entity.js';
import { PAYMENT_GATEWAY } from '../gateway/gateway.token.js';
import type { PaymentGateway, ProviderPayment } from '../gateway/payment-gateway.js';
import { everyItem } from '../gateway/provider-books.js';
import { Inject, Injectable } from '@nestjs/common';

/** Lays the provider's payments and ours side by side. */
@Injectable()
export class ComparePayments {
  constructor(
    private readonly ledger: LedgerStore,
    @Inject(PAYMENT_GATEWAY) private readonly gateway: PaymentGateway,
  ) {}

  /** What seems to differ is looked at a second time at the end: an order that is just being paid is no difference. */
  async run(period: Period, progress: Progress): Promise<Comparison> {
    const comparing = new Comparing();
    const [seen, suspects] = [new Set<string>(), new Map<string, ProviderPayment>()];
    for await (const listed of everyItem((after) => this.gateway.listPayments(period.listedSince, after))) {
      seen.add(listed.providerReference);
      if (listed.references.paymentId) seen.add(listed.references.paymentId);
      const verdict = await this.judge(listed, period);
      if (verdict.is === 'agree' || verdict.is === 'foreign') comparing.take(verdict);
      else suspects.set(listed.providerReference, listed);
      progress.step('payments');
    }
    const missing: Payment[] = [];
    for await (const payment of this.ledger.payments(this.gateway.provider, period.since, period.settledBefore))
      if (!seen.has(payment.providerReference ?? payment.id) && claimsToExist(payment)) missing.push(payment);

    for (const [reference, listed] of suspects)
      comparing.take(await this.judge((await this.gateway.findPayment(reference)) ?? listed, period));
    for (const payment of missing) comparing.take(await this.lookForMissing(payment.id));
    return comparing.result;
  }

  private async judge(listed: ProviderPayment, { settledBefore }: Period): Promise<Verdict> {
    const { providerReference, references } = listed;
    const here = await this.ledger.payment(this.gateway.provider, providerReference, references);
    const isBeside = here && here.providerReference !== null && here.providerReference !== providerReference;
    const verdict = paymentVerdict(here, listed, isBeside ? await this.ledger.refundsOf(here.id) : []);
    return unlessOnItsWay(verdict, here !== undefined && here.isOpen && here.createdAt > settledBefore);
  }

  private async lookForMissing(id: string): Promise<Verdict> {
    const payment = (await this.ledger.paymentById(id))!;
    if (!claimsToExist(payment)) return { is: 'agree' };
    const { providerReference } = payment;
    const found = providerReference ? await this.gateway.findPayment(providerReference) : undefined;
    return found ? paymentVerdict(payment, found) : { is: 'only here', here: paymentHere(payment) };
  }
}

/** A payment that was declined before the provider made one needs no counterpart. */
const claimsToExist = ({ providerReference, isOpen }: Payment): boolean => providerReference !== null || isOpen;
