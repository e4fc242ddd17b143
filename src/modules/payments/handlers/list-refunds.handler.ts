import { ListRefunds, type RefundView } from '../contract/index.js';
import { refundView } from '../domain/refund-view.js';
import { PaymentsRepository } from '../payments.repository.js';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';

@QueryHandler(ListRefunds)
export class ListRefundsHandler implements IQueryHandler<ListRefunds> {
  constructor(private readonly payments: PaymentsRepository) {}

  async execute({ orderId }: ListRefunds): Promise<RefundView[]> {
    const payment = await this.payments.paymentOfOrder(orderId);
    const refunds = payment ? await this.payments.refundsOf(payment.id) : [];
    return refunds.map(refundView).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }
}
