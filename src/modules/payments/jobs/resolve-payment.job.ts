import { factOf, unknownIfUnanswered } from './capture-fact.js';
import { RESOLVE_JOB, resolveJob } from './job-requests.js';
import type { PaymentFact } from '../domain/payment-fact.js';
import type { Payment } from '../domain/payment.entity.js';
import { PAYMENT_GATEWAY } from '../gateway/gateway.token.js';
import type { PaymentGateway } from '../gateway/payment-gateway.js';
import { SettlePayment } from '../handlers/settle-payment.handler.js';
import { PaymentsRepository } from '../payments.repository.js';
import { enqueue } from '#shared/jobs/job-writes.js';
import { JobHandler, type Job } from '#shared/jobs/job.js';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';

type Look = { paymentId: string; look: number };

/**
 * Finds out what became of a capture: by its reference when the provider gave one, else by sending the same key again,
 * which the provider answers with what it did the first time.
 */
@JobHandler(RESOLVE_JOB)
@Injectable()
export class ResolvePaymentJob implements Job<Look, PaymentFact | undefined> {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly commands: CommandBus,
    @Inject(PAYMENT_GATEWAY) private readonly gateway: PaymentGateway,
  ) {}

  async call({ paymentId }: Look): Promise<PaymentFact | undefined> {
    const payment = await this.payments.payment(paymentId);
    if (!payment?.isOpen) return undefined;
    return this.ask(payment).catch(unknownIfUnanswered);
  }

  async settle(fact: PaymentFact | undefined, { paymentId, look }: Look): Promise<void> {
    if (fact) await this.commands.execute(new SettlePayment(paymentId, fact, 'resolver'));
    const payment = await this.payments.payment(paymentId);
    if (payment?.isOpen) enqueue(resolveJob(payment, look + 1));
  }

  private async ask(payment: Payment): Promise<PaymentFact | undefined> {
    if (!payment.providerReference) return factOf(this.gateway, payment);
    const found = await this.gateway.findPayment(payment.providerReference);
    if (!found) return undefined;
    const { providerReference, status } = found;
    if (status === 'captured' || status === 'processing' || status === 'requires_action')
      return { kind: status, providerReference };
    if (status === 'created') return undefined;
    return {
      kind: 'declined',
      failure: { code: 'payment_declined', detail: 'The payment was not completed.' },
      providerReference,
    };
  }
}
