import { PaymentCaptured, PaymentDeclined, PaymentInDoubt, PaymentStuck } from '../contract/index.js';
import { providerKey } from '../domain/attempt.js';
import type { FactSource, PaymentFact } from '../domain/payment-fact.js';
import type { Verdict } from '../domain/payment-policy.js';
import type { Payment } from '../domain/payment.entity.js';
import { Refund } from '../domain/refund.entity.js';
import { refundJob, withdrawJob } from '../jobs/job-requests.js';
import { paymentEvents } from '../payment-events.store.js';
import { PaymentsRepository } from '../payments.repository.js';
import { Unit } from '#shared/database/unit-of-work/unit.js';
import { enqueue } from '#shared/jobs/job-writes.js';
import { stoppedDuplicate } from '#shared/observability/stopped-duplicates.js';
import { Logger } from '@nestjs/common';
import { Command, CommandHandler, EventBus, type ICommandHandler } from '@nestjs/cqrs';

/** A fact about a payment, whoever reports it. Answers what the policy made of it. */
export class SettlePayment extends Command<Verdict> {
  constructor(
    readonly paymentId: string,
    readonly fact: PaymentFact,
    readonly source: FactSource,
  ) {
    super();
  }
}

/** The one completion path: the first reporter of a fact moves the payment, every other one changes nothing. */
@CommandHandler(SettlePayment)
export class SettlePaymentHandler implements ICommandHandler<SettlePayment> {
  private readonly logger = new Logger('Payments');

  constructor(
    private readonly payments: PaymentsRepository,
    private readonly events: EventBus,
  ) {}

  async execute({ paymentId, fact, source }: SettlePayment): Promise<Verdict> {
    const payment = await this.payments.payment(paymentId);
    if (!payment) return 'park';
    const owner = await this.otherOwner(payment, fact);
    if (owner) return this.contradict(payment, owner);
    const verdict = payment.learn(fact);
    if (verdict === 'apply') this.tell(payment, fact, source);
    if (verdict === 'ignore') this.count(payment, fact, source);
    return verdict === 'reverse' ? this.reverse(payment, fact, source) : verdict;
  }

  /**
   * The order that has the provider's payment already. Looked for only when this unit could not be committed: what
   * stops it then may be the reference, and would stop it for ever.
   */
  private async otherOwner({ id, provider }: Payment, fact: PaymentFact): Promise<Payment | undefined> {
    const reference = 'providerReference' in fact ? fact.providerReference : undefined;
    if (!reference || !Unit.current('a fact').isRepeat) return undefined;
    const owner = await this.payments.paymentByReference(provider, reference);
    return owner?.id === id ? undefined : owner;
  }

  private contradict({ tenantId, orderId }: Payment, { orderId: other }: Payment): Verdict {
    const detail = `The provider's payment of this order is bound to order ${other}; compare both with the provider.`;
    this.events.publish(new PaymentStuck(tenantId, orderId, { code: 'provider_contradicts', detail }));
    return 'quarantine';
  }

  private tell(payment: Payment, fact: PaymentFact, source: FactSource): void {
    const { kind, ...told } = fact;
    const detail = 'failure' in told ? { ...told, failure: payment.failure } : told;
    const amount = kind === 'captured' ? payment.amount : undefined;
    const subject = providerKey(payment);
    Unit.current('a fact').write(paymentEvents, { paymentId: payment.id, subject, fact: kind, source, amount, detail });
    this.events.publish(eventOf(payment, fact));
    if (payment.isToBeCancelled) enqueue(withdrawJob(payment));
  }

  /** Money that was taken a second time for one order goes back to where it came from; the order does not move. */
  private async reverse(payment: Payment, fact: PaymentFact, source: FactSource): Promise<Verdict> {
    const surplusReference = fact.kind === 'captured' ? fact.providerReference : undefined;
    if (!surplusReference) return 'quarantine';
    const stepKey = `${payment.sagaId}:payment.surplus:${surplusReference}`;
    if (await this.payments.refundByStep(stepKey)) {
      this.count(payment, fact, source);
      return 'ignore';
    }
    const reason = 'taken twice for one order';
    const refund = Refund.request(payment, payment.amount, { stepKey, reason, owed: true, surplusReference });
    const unit = Unit.current('a refund');
    unit.insert(refund);
    enqueue(refundJob(refund));
    const subject = surplusReference;
    unit.write(paymentEvents, { paymentId: payment.id, subject, fact: 'surplus', source, amount: payment.amount });
    const about = { orderId: payment.orderId, sagaId: payment.sagaId, providerReference: surplusReference };
    unit.afterCommit(() =>
      this.logger.error(about, 'the provider took money twice for one order; the second goes back'),
    );
    return 'reverse';
  }

  /** That nobody knows is no news that could be repeated, and who looks something up repeats nothing. */
  private count({ orderId, sagaId }: Payment, { kind }: PaymentFact, source: FactSource): void {
    if (kind === 'unknown' || source === 'resolver') return;
    const detail = `${kind} by ${source}`;
    Unit.current('a fact').afterCommit(() => stoppedDuplicate('step', { orderId, sagaId, detail }));
  }
}

const eventOf = ({ tenantId, orderId, id, failure }: Payment, fact: PaymentFact): object => {
  if (fact.kind === 'captured') return new PaymentCaptured(tenantId, orderId, id);
  if ('failure' in fact) return new PaymentDeclined(tenantId, orderId, id, failure ?? fact.failure);
  return new PaymentInDoubt(tenantId, orderId, id);
};
