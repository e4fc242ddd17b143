import { ListPaymentFacts, type PaymentFactView } from '../contract/index.js';
import { PaymentFactsStore } from '../payment-facts.store.js';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';

@QueryHandler(ListPaymentFacts)
export class ListPaymentFactsHandler implements IQueryHandler<ListPaymentFacts> {
  constructor(private readonly facts: PaymentFactsStore) {}

  execute({ orderId }: ListPaymentFacts): Promise<PaymentFactView[]> {
    return this.facts.ofOrder(orderId);
  }
}
