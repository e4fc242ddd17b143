import { GetPayment, GetRefund, type PaymentView, type RefundView } from '../contract/index.js';
import type { Payment } from '../domain/payment.entity.js';
import type { Refund } from '../domain/refund.entity.js';
import { refundView } from '../domain/refund-view.js';
import { addUp } from '../of-one-moment.js';
import { PaymentsRepository } from '../payments.repository.js';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';

/**
 * So many reads are beside somebody's change at most. What does not add up then is stored so, and is shown: the audit
 * tells it (I2).
 */
const READS = 3;

@QueryHandler(GetPayment)
export class GetPaymentHandler implements IQueryHandler<GetPayment> {
  constructor(private readonly payments: PaymentsRepository) {}

  async execute({ paymentId, tenantId }: GetPayment): Promise<PaymentView | undefined> {
    for (let read = 1; ; read += 1) {
      const payment = await this.payments.payment(paymentId);
      if (!payment || (tenantId !== undefined && payment.tenantId !== tenantId)) return undefined;
      const refunds = await this.payments.refundsOf(paymentId);
      if (addUp(payment, refunds) || read === READS) return paymentView(payment, refunds);
    }
  }
}

const paymentView = (payment: Payment, refunds: readonly Refund[]): PaymentView => ({
  id: payment.id,
  orderId: payment.orderId,
  amount: payment.amount,
  currency: payment.currency,
  captured: payment.captured,
  refunded: payment.refunded,
  status: payment.status,
  provider: payment.provider,
  providerReference: payment.providerReference ?? undefined,
  refunds: refunds
    .filter((refund) => !refund.isSurplus)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(refundView),
  createdAt: payment.createdAt.toISOString(),
  version: payment.version,
});

@QueryHandler(GetRefund)
export class GetRefundHandler implements IQueryHandler<GetRefund> {
  constructor(private readonly payments: PaymentsRepository) {}

  async execute({ refundId }: GetRefund): Promise<RefundView | undefined> {
    const refund = await this.payments.refund(refundId);
    return refund && refundView(refund);
  }
}
