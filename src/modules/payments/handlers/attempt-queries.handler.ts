import { FindByReference, ListAttempts, type AttemptView } from '../contract/index.js';
import { providerKey } from '../domain/attempt.js';
import type { Payment } from '../domain/payment.entity.js';
import type { Refund } from '../domain/refund.entity.js';
import { PaymentsRepository } from '../payments.repository.js';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';

@QueryHandler(ListAttempts)
export class ListAttemptsHandler implements IQueryHandler<ListAttempts> {
  constructor(private readonly payments: PaymentsRepository) {}

  async execute({ orderId }: ListAttempts): Promise<AttemptView[]> {
    const payment = await this.payments.paymentOfOrder(orderId);
    if (!payment) return [];
    const refunds = await this.payments.refundsOf(payment.id);
    return [payment, ...refunds.toSorted((a, b) => (a.id < b.id ? -1 : 1))].map(attemptView);
  }
}

@QueryHandler(FindByReference)
export class FindByReferenceHandler implements IQueryHandler<FindByReference> {
  constructor(private readonly payments: PaymentsRepository) {}

  async execute({ providerReference }: FindByReference): Promise<readonly string[]> {
    return this.payments.sagasOfReference(providerReference);
  }
}

const attemptView = (of: Payment | Refund): AttemptView => ({
  step: of.stepKey.split(':')[1]!,
  key: providerKey(of),
  generation: of.generation,
  amount: of.amount,
  currency: of.currency,
  status: of.status,
  providerReference: of.providerReference ?? undefined,
  keySince: of.keySince.toISOString(),
  attemptedAt: of.attemptedAt.toISOString(),
});
