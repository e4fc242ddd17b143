import { PaymentCaptured, PaymentDeclined, PaymentInDoubt } from '../contract/index.js';
import { providerKey } from '../domain/attempt.js';
import type { FactSource, PaymentFact } from '../domain/payment-fact.js';
import type { Payment } from '../domain/payment.entity.js';
import { paymentEvents } from '../payment-events.store.js';
import { PaymentsRepository } from '../payments.repository.js';
import { Unit } from '#shared/database/unit-of-work/unit.js';
import { Command, CommandHandler, EventBus, type ICommandHandler } from '@nestjs/cqrs';

/** A fact about a payment, whoever reports it. Answers whether it was news. */
export class SettlePayment extends Command<boolean> {
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
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly events: EventBus,
  ) {}

  async execute({ paymentId, fact, source }: SettlePayment): Promise<boolean> {
    const payment = await this.payments.payment(paymentId);
    if (!payment?.learn(fact)) return false;
    const { kind, ...detail } = fact;
    const amount = kind === 'captured' ? payment.amount : undefined;
    Unit.current('a fact').write(paymentEvents, {
      paymentId,
      subject: providerKey(payment),
      fact: kind,
      source,
      amount,
      detail,
    });
    const event = eventOf(payment, fact);
    if (event) this.events.publish(event);
    return true;
  }
}

const eventOf = ({ tenantId, orderId, id }: Payment, fact: PaymentFact): object | undefined => {
  if (fact.kind === 'captured') return new PaymentCaptured(tenantId, orderId, id);
  if (fact.kind === 'declined') return new PaymentDeclined(tenantId, orderId, id, fact.failure);
  return new PaymentInDoubt(tenantId, orderId, id);
};
