import { PaymentRefunded } from '../contract/index.js';
import { providerKey } from '../domain/attempt.js';
import type { FactSource, RefundFact } from '../domain/payment-fact.js';
import { paymentEvents } from '../payment-events.store.js';
import { PaymentsRepository } from '../payments.repository.js';
import { Unit } from '#shared/database/unit-of-work/unit.js';
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

@CommandHandler(SettleRefund)
export class SettleRefundHandler implements ICommandHandler<SettleRefund> {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly events: EventBus,
  ) {}

  async execute({ refundId, fact, source }: SettleRefund): Promise<boolean> {
    const refund = await this.payments.refund(refundId);
    const payment = refund && (await this.payments.payment(refund.paymentId));
    if (!payment || !refund.become(STATUS[fact.kind], fact.providerReference)) return false;
    const { kind, ...detail } = fact;
    const amount = kind === 'refunded' ? refund.amount : undefined;
    Unit.current('a fact').write(paymentEvents, {
      paymentId: payment.id,
      subject: providerKey(refund),
      fact: kind,
      source,
      amount,
      detail,
    });
    if (kind === 'refunded') {
      payment.refund(refund.amount);
      if (payment.refundable === 0)
        this.events.publish(new PaymentRefunded(payment.tenantId, payment.orderId, payment.id));
    }
    return true;
  }
}
