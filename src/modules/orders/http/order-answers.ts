import { orderProblems } from './order.problems.js';
import { GetOrder, type OrderView } from '../contract/index.js';
import {
  DecidesAnswersOf,
  jsonAnswer,
  problemAnswer,
  type Answer,
  type DecidedAnswer,
} from '#modules/idempotency/contract/index.js';
import { GetPayment } from '#modules/payments/contract/index.js';
import { adviceOf } from '#shared/http/openapi/problem-meaning.js';
import type { SagaInstance } from '#shared/saga/saga.entity.js';
import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';

const pathOf = (order: OrderView): string => `/api/orders/${order.id}`;
export const etagOf = ({ version }: { version: number }): string => `"${version}"`;

/** 201 + Location + the order, for a request that made it. */
export const createdOrder = (order: OrderView): Answer =>
  jsonAnswer(201, order, { location: pathOf(order), etag: etagOf(order) });

/** 200 + the order, for a request about one that exists. */
export const foundOrder = (order: OrderView): Answer => jsonAnswer(200, order, { etag: etagOf(order) });

/** Statuses of the final answers of an order that was not confirmed (semantics 9); 409 unless named here. */
const REFUSAL_STATUS: Readonly<Record<string, number>> = {
  payment_declined: 402,
  payment_method_invalid: 402,
  payment_action_expired: 402,
  order_failed: 500,
};

/** What the callers of an order's sagas are told once they are decided. */
@DecidesAnswersOf('orders.place', 'orders.confirm', 'payments.create', 'orders.cancel')
@Injectable()
export class OrderAnswers implements DecidedAnswer {
  constructor(private readonly queries: QueryBus) {}

  async render(operation: string, saga: SagaInstance): Promise<Answer> {
    const order = await this.queries.execute(new GetOrder(saga.correlationId));
    if (!order) throw new Error('a decided saga has no order');
    if (operation === 'orders.cancel') return foundOrder(order);
    // A confirmed order may show by now that a person must look (a dispute); it is confirmed all the same.
    if (saga.status !== 'completed') return refusal(order, operation, saga);
    if (operation === 'orders.place') return createdOrder(order);
    if (operation === 'orders.confirm') return foundOrder(order);
    const payment = order.paymentId ? await this.queries.execute(new GetPayment(order.paymentId)) : undefined;
    // An order that costs nothing has no payment to show; the order itself is the answer then.
    if (!payment) return createdOrder(order);
    return jsonAnswer(201, payment, { location: `/api/payments/${payment.id}`, etag: etagOf(payment) });
  }
}

const refusal = (order: OrderView, operation: string, { attention }: SagaInstance): Answer => {
  const { code, detail } = order.failure ?? {
    code: 'order_failed',
    detail: 'The order could not be fulfilled; everything was undone.',
  };
  const status = REFUSAL_STATUS[code] ?? 409;
  // Somebody has to look at what was undone, at a dispute say, before anything like it is tried again.
  const retry = attention ? 'operator' : adviceOf(orderProblems[code] ?? orderProblems['order_failed'], operation);
  const problem = { status, code, detail, instance: pathOf(order), retry };
  // One id finds everything about an order: the trace id of its stored refusal is the order's own id.
  return problemAnswer(problem, pathOf(order), order.id.replaceAll('-', ''));
};
