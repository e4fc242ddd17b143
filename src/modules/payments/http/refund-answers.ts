import { GetRefund, type RefundView } from '../contract/index.js';
import {
  DecidesAnswersOf,
  jsonAnswer,
  problemAnswer,
  type Answer,
  type DecidedAnswer,
} from '#modules/idempotency/contract/index.js';
import type { SagaInstance } from '#shared/saga/saga.entity.js';
import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';

const paymentPathOf = ({ paymentId }: RefundView): string => `/api/payments/${paymentId}`;

/** 201 + the refund; `Location` is its payment, which shows it. */
export const createdRefund = (refund: RefundView): Answer =>
  jsonAnswer(201, refund, { location: paymentPathOf(refund) });

/** What whoever asked for a refund is told once the provider has taken it, or refused it for good. */
@DecidesAnswersOf('payments.refund')
@Injectable()
export class RefundAnswers implements DecidedAnswer {
  constructor(private readonly queries: QueryBus) {}

  async render(_operation: string, saga: SagaInstance): Promise<Answer> {
    const refund = await this.queries.execute(new GetRefund(saga.correlationId));
    if (!refund) throw new Error('a decided saga has no refund');
    return refund.status === 'failed' ? refusal(refund) : createdRefund(refund);
  }
}

const refusal = (refund: RefundView): Answer => {
  const instance = paymentPathOf(refund);
  const detail = 'The payment provider does not make this refund. Nothing went back; look at the payment there.';
  const problem = { status: 409, code: 'refund_refused', detail, instance, retry: 'new-key' as const };
  // One id finds everything about a refund: the trace id of its stored refusal is the refund's own id.
  return problemAnswer(problem, instance, refund.id.replaceAll('-', ''));
};
