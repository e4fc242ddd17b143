import { TellsProgressOf, type CallerProgress, type ProgressTeller } from '#modules/idempotency/contract/index.js';
import { GetCustomerAction } from '#modules/payments/contract/index.js';
import type { SagaInstance } from '#shared/saga/saga.entity.js';
import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';

/** What the caller of an order that is under way has to let its customer do. */
@TellsProgressOf('orders.place', 'orders.confirm', 'payments.create')
@Injectable()
export class OrderProgress implements ProgressTeller {
  constructor(private readonly queries: QueryBus) {}

  async tell(saga: SagaInstance): Promise<CallerProgress> {
    return (await this.queries.execute(new GetCustomerAction(saga.id))) ?? {};
  }
}
