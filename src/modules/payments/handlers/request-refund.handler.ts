import { RefundRequested, RequestRefund, type RefundView } from '../contract/index.js';
import { notCaptured, paymentNotFound, refundExceedsCapture } from '../domain/payment.errors.js';
import { Refund } from '../domain/refund.entity.js';
import { refundView } from '../domain/refund-view.js';
import { PaymentsRepository } from '../payments.repository.js';
import { Unit } from '#shared/database/unit-of-work/unit.js';
import { newId } from '#shared/kernel/ids.js';
import { stepRef } from '#shared/saga/definition.js';
import { CommandHandler, EventBus, type ICommandHandler } from '@nestjs/cqrs';

@CommandHandler(RequestRefund)
export class RequestRefundHandler implements ICommandHandler<RequestRefund> {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly events: EventBus,
  ) {}

  /** Two requests at once both change the payment: the second is decided again, on what the first has left. */
  async execute({ tenantId, paymentId, amount, reason }: RequestRefund): Promise<RefundView> {
    const payment = await this.payments.payment(paymentId);
    if (payment?.tenantId !== tenantId) throw paymentNotFound(paymentId);
    const { captured, refundable, orderId } = payment;
    if (captured === 0) throw notCaptured(paymentId, !payment.isOpen);
    const wanted = amount ?? refundable;
    if (wanted === 0 || wanted > refundable) throw refundExceedsCapture(payment);
    const sagaId = newId();
    const { key: stepKey } = stepRef(sagaId, 'payment.refund');
    const refund = Refund.request(payment, wanted, { stepKey, reason: reason ?? null, owed: false });
    Unit.current('a refund').insert(refund);
    this.events.publish(new RefundRequested(tenantId, orderId, refund.id, sagaId));
    return refundView(refund);
  }
}
