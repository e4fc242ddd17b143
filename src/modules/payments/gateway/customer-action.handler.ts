import { PAYMENT_GATEWAY } from './gateway.token.js';
import type { PaymentGateway } from './payment-gateway.js';
import { GetCustomerAction, type CustomerAction } from '../contract/index.js';
import { PaymentsRepository } from '../payments.repository.js';
import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';

/** The one question to the provider that is asked while a caller waits: what it answers is shown and kept nowhere. */
@QueryHandler(GetCustomerAction)
export class GetCustomerActionHandler implements IQueryHandler<GetCustomerAction> {
  constructor(
    private readonly payments: PaymentsRepository,
    @Inject(PAYMENT_GATEWAY) private readonly gateway: PaymentGateway,
  ) {}

  async execute({ sagaId }: GetCustomerAction): Promise<CustomerAction | undefined> {
    const payment = await this.payments.paymentOfSaga(sagaId);
    if (payment?.status !== 'requires_action' || !payment.providerReference || payment.isToBeCancelled)
      return undefined;
    return this.gateway.findCustomerAction(payment.providerReference);
  }
}
