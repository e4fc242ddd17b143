import { PaymentNeedsAttention, PaymentRefunded, RefundDecided } from '../contract/index.js';
import { startGeneration } from '../domain/attempt.js';
import type { FactSource, RefundFact } from '../domain/payment-fact.js';
import { NO_SHARE, type Payment } from '../domain/payment.entity.js';
import type { Refund } from '../domain/refund.entity.js';
import { laterRefundJob } from '../jobs/job-requests.js';
import { paymentEvents } from '../payment-events.store.js';
import { failureOf, subjectOf } from '../refund-subject.js';
import { PaymentsRepository } from '../payments.repository.js';
import { rebook } from '../rebooked.js';
import { RoomForRefund } from '../room-for-refund.js';
import { Unit } from '#shared/database/unit-of-work/unit.js';
import { enqueue } from '#shared/jobs/job-writes.js';
import type { Failure } from '#shared/kernel/failure.js';
import { stoppedDuplicate } from '#shared/observability/stopped-duplicates.js';
import { Logger } from '@nestjs/common';
import { Command, CommandHandler, EventBus, type ICommandHandler } from '@nestjs/cqrs';

/** A fact about one of our refunds, whoever reports it. Answers whether it was news. */
export class SettleRefund extends Command<boolean> {
  constructor(
    readonly refundId: string,
    readonly fact: RefundFact,
    readonly source: FactSource,
  ) {
    super();
  }
}

const STATUS = { refunded: 'succeeded', refund_pending: 'pending', refund_failed: 'failed' } as const;

const CAME_BACK: Failure = {
  code: 'refund_came_back',
  detail: 'A refund that had succeeded was returned by the bank. It is tried again; another way may be needed.',
};

@CommandHandler(SettleRefund)
export class SettleRefundHandler implements ICommandHandler<SettleRefund> {
  private readonly logger = new Logger('Payments');

  constructor(
    private readonly payments: PaymentsRepository,
    private readonly room: RoomForRefund,
    private readonly events: EventBus,
  ) {}

  async execute({ refundId, fact, source }: SettleRefund): Promise<boolean> {
    const refund = await this.payments.refund(refundId);
    const payment = refund && (await this.payments.payment(refund.paymentId));
    if (!payment) return false;
    const { status: before, share, isDecided } = refund;
    const { kind, ...detail } = fact;
    const status = STATUS[kind];
    if ((await this.cameTooLate(refund, fact)) || !refund.isNews(status, fact.providerReference)) {
      this.count(payment, fact, source);
      return false;
    }
    if (kind === 'refunded' && share === NO_SHARE) await this.takeItsPlaceAgain(payment, refund);
    refund.become(status, fact.providerReference);
    const amount = kind === 'refunded' ? refund.amount : undefined;
    const subject = subjectOf(refund, fact);
    if (!(await this.payments.isTold(payment.id, subject, kind))) {
      const line = { paymentId: payment.id, subject, fact: kind, source, amount, detail };
      Unit.current('a fact').write(paymentEvents, line);
    }
    rebook(payment, share, refund);
    if (!isDecided && refund.isDecided) this.events.publish(new RefundDecided(refund.tenantId, refund.id));
    if (kind === 'refunded' && !refund.isSurplus) this.gone(payment);
    if (kind === 'refund_failed' && before === 'succeeded') this.cameBack(payment, refund);
    return true;
  }

  /**
   * An answer that was long on its way may tell of a refund that has failed meanwhile, and whose place another attempt
   * has taken: what the provider has failed once it never makes again.
   */
  private async cameTooLate(refund: Refund, { kind, providerReference }: RefundFact): Promise<boolean> {
    if (kind === 'refund_failed' || providerReference === undefined || refund.generation === 1) return false;
    return this.payments.isTold(refund.paymentId, failureOf(refund, providerReference), 'refund_failed');
  }

  /**
   * It had failed or given way to another one, and was made after all: what was not made gives way to it, and what was
   * owed there is owed here, should it come back.
   */
  private async takeItsPlaceAgain(payment: Payment, refund: Refund): Promise<void> {
    if (refund.isSurplus) return;
    const place = await this.room.make(payment, refund.amount);
    if (place?.isOwed) refund.owed = true;
  }

  /** Who looks a refund up again that is still under way repeats nothing. */
  private count({ orderId, sagaId }: Payment, { kind }: RefundFact, source: FactSource): void {
    if (kind !== 'refunded' && source !== 'webhook') return;
    const detail = `${kind} by ${source}`;
    Unit.current('a fact').afterCommit(() => stoppedDuplicate('step', { orderId, sagaId, detail }));
  }

  private gone({ isGivenBack, tenantId, orderId, id }: Payment): void {
    if (isGivenBack) this.events.publish(new PaymentRefunded(tenantId, orderId, id));
  }

  /**
   * Trying at once would be returned at once: what is owed is tried every hour, and a person is told. Another one has
   * failed, for whoever asked for it to see and to repeat.
   */
  private cameBack(payment: Payment, refund: Refund): void {
    if (!refund.owed) {
      const about = { orderId: payment.orderId, refundId: refund.id };
      Unit.current('a refund').afterCommit(() => this.logger.error(about, 'a refund that had succeeded came back'));
      return;
    }
    startGeneration(refund);
    refund.again();
    enqueue(laterRefundJob(refund));
    this.events.publish(new PaymentNeedsAttention(payment.tenantId, payment.orderId, CAME_BACK));
  }
}
