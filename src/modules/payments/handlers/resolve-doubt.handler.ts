import { SettlePayment } from './settle-payment.handler.js';
import { SettleRefund } from './settle-refund.handler.js';
import { ResolveDoubt, type FoundOut, type ResolvedMoney } from '../contract/index.js';
import { inDoubt } from '../domain/doubt.js';
import type { Payment } from '../domain/payment.entity.js';
import type { Refund } from '../domain/refund.entity.js';
import { absenceNotProven, noReference, notInDoubt, referenceTaken } from '../domain/resolution.errors.js';
import { isReferenceTo } from '../gateway/provider-references.js';
import { notCompleted } from '../jobs/capture-fact.js';
import { PaymentsRepository } from '../payments.repository.js';
import { CONFIG } from '#shared/config/config.token.js';
import type { Config } from '#shared/config/config.js';
import { QueuedJobsStore } from '#shared/jobs/queued-jobs.store.js';
import { stepRef } from '#shared/saga/definition.js';
import { Inject } from '@nestjs/common';
import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';

/** The word of an operator goes the way of every other fact; the first to tell it moves the payment. */
@CommandHandler(ResolveDoubt)
export class ResolveDoubtHandler implements ICommandHandler<ResolveDoubt> {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly commands: CommandBus,
    private readonly jobs: QueuedJobsStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ sagaId, step, found, evidence }: ResolveDoubt): Promise<ResolvedMoney> {
    if (step === 'payment.refund') return this.refund(sagaId, found, evidence);
    const payment = await this.payments.paymentOfSaga(sagaId);
    if (!payment?.isOpen) throw notInDoubt(payment ? `the payment is ${payment.status}` : 'the saga has no payment');
    if (found.outcome === 'applied') await this.captured(payment, found.providerReference, evidence);
    else await this.notCaptured(payment, evidence);
    const { tenantId, orderId, amount, currency } = payment;
    return { tenantId, orderId, amount, currency };
  }

  private async captured(payment: Payment, providerReference: string, evidence: string): Promise<void> {
    const { provider, providerReference: known } = payment;
    if (!isReferenceTo('payment', providerReference)) throw noReference('payment');
    if (known && known !== providerReference) throw notInDoubt(`the provider calls this payment ${known}`);
    const owner = await this.payments.paymentByReference(provider, providerReference);
    if (owner && owner.id !== payment.id) throw referenceTaken(providerReference);
    if (await this.payments.refundOfSurplus(providerReference)) throw referenceTaken(providerReference);
    const fact = { kind: 'captured', providerReference, evidence } as const;
    await this.commands.execute(new SettlePayment(payment.id, fact, 'operator'));
  }

  /** The provider has named it: it is there, and what becomes of it the provider will tell. */
  private async notCaptured(payment: Payment, evidence: string): Promise<void> {
    if (payment.providerReference) throw absenceNotProven(`the provider knows it as ${payment.providerReference}`);
    await this.mustBeAbsent(payment);
    const fact = { kind: 'declined', failure: notCompleted, evidence } as const;
    await this.commands.execute(new SettlePayment(payment.id, fact, 'operator'));
  }

  private async refund(sagaId: string, found: FoundOut, evidence: string): Promise<ResolvedMoney> {
    const refund = await this.payments.refundByStep(stepRef(sagaId, 'payment.refund').key);
    if (!refund || refund.isOver)
      throw notInDoubt(refund ? `the refund has ${refund.status}` : 'the saga has no refund');
    const { id, tenantId, orderId, amount, currency, providerReference: known } = refund;
    if (found.outcome === 'applied') {
      const { providerReference } = found;
      if (!isReferenceTo('refund', providerReference)) throw noReference('refund');
      if (known && known !== providerReference) throw notInDoubt(`the provider calls this refund ${known}`);
      const owner = await this.payments.refundByReference(providerReference);
      if (owner && owner.id !== id) throw referenceTaken(providerReference);
      await this.commands.execute(new SettleRefund(id, { kind: 'refunded', providerReference, evidence }, 'operator'));
    } else {
      if (known) throw absenceNotProven(`the provider knows it as ${known}`);
      await this.mustBeAbsent(refund);
      await this.commands.execute(new SettleRefund(id, { kind: 'refund_failed', detail: evidence }, 'operator'));
    }
    return { tenantId, orderId, amount, currency };
  }

  /** A job that has begun and not ended may send it at this moment, or may have done so just before it was cut off. */
  private async mayBeSent({ stepKey }: Payment | Refund): Promise<boolean> {
    return (await this.jobs.under(stepKey)).some(({ hasBegun }) => hasBegun);
  }

  /** By the very rule that the service itself follows before it takes a new key (semantics 20). */
  private async mustBeAbsent(attempt: Payment | Refund): Promise<void> {
    const { pspKeyWindowMs: keyWindowMs, inDoubtLimitMs } = this.config;
    const doubt = await this.payments.doubtAbout(attempt, { looks: 0, wasCutOff: await this.mayBeSent(attempt) });
    if (inDoubt(doubt, { keyWindowMs, inDoubtLimitMs }).absenceProves) return;
    throw absenceNotProven(
      doubt.neverSent
        ? 'it is yet to be sent'
        : `it was sent ${Math.round(doubt.sinceAttemptMs / 1000)} s ago, and the books prove nothing for two minutes`,
    );
  }
}
