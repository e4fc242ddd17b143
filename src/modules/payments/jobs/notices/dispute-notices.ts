import { PaymentNeedsAttention } from '../../contract/index.js';
import type { Payment } from '../../domain/payment.entity.js';
import type { NoticedDispute } from '../../gateway/provider-webhooks.js';
import { paymentEvents } from '../../payment-events.store.js';
import { PaymentsRepository } from '../../payments.repository.js';
import { Unit } from '#shared/database/unit-of-work/unit.js';
import type { Failure } from '#shared/kernel/failure.js';
import type { Decision } from '#shared/messaging/inbox.js';
import { stoppedDuplicate } from '#shared/observability/stopped-duplicates.js';
import { Injectable } from '@nestjs/common';
import { EventBus } from '@nestjs/cqrs';

const DISPUTED: Failure = {
  code: 'payment_disputed',
  detail: 'The customer’s bank wants the money back. Answer the dispute at the payment provider before its deadline.',
};

/** A dispute changes nothing by itself: it is for a person to answer. */
@Injectable()
export class DisputeNotices {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly events: EventBus,
  ) {}

  async apply(provider: Payment['provider'], told: NoticedDispute): Promise<Decision> {
    const { paymentReference, providerReference: subject } = told;
    const payment = paymentReference && (await this.disputed(provider, paymentReference));
    if (!payment) return { status: 'parked', detail: 'Nothing of ours is known that it could dispute.' };
    const { id: paymentId, tenantId, orderId, sagaId } = payment;
    const unit = Unit.current('a fact');
    if (await this.payments.isTold(paymentId, subject, 'disputed')) {
      unit.afterCommit(() => stoppedDuplicate('step', { sagaId, detail: 'disputed by webhook' }));
      return { status: 'ignored', detail: 'It was known.', about: orderId };
    }
    unit.write(paymentEvents, { paymentId, subject, fact: 'disputed', source: 'webhook' });
    this.events.publish(new PaymentNeedsAttention(tenantId, orderId, DISPUTED));
    return { status: 'applied', about: orderId };
  }

  /** The payment itself, or the one beside which the disputed one was taken. */
  private async disputed(provider: Payment['provider'], reference: string): Promise<Payment | undefined> {
    const payment = await this.payments.paymentByReference(provider, reference);
    const surplus = payment ? undefined : await this.payments.refundOfSurplus(reference);
    return surplus ? this.payments.payment(surplus.paymentId) : payment;
  }
}
