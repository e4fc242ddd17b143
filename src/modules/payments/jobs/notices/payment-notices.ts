import { contradiction, MeantPayments } from './meant-payment.js';
import { notCompleted } from '../capture-fact.js';
import type { PaymentFact } from '../../domain/payment-fact.js';
import { unknownPaymentPolicy, type Verdict } from '../../domain/payment-policy.js';
import type { Payment } from '../../domain/payment.entity.js';
import { PAYMENT_GATEWAY } from '../../gateway/gateway.token.js';
import type { PaymentGateway } from '../../gateway/payment-gateway.js';
import type { NoticedPayment } from '../../gateway/provider-webhooks.js';
import { SettlePayment } from '../../handlers/settle-payment.handler.js';
import type { Decision } from '#shared/messaging/inbox.js';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';

const DECISIONS: Readonly<Record<Verdict, Decision>> = {
  apply: { status: 'applied' },
  ignore: { status: 'ignored', detail: 'It was known, or came too late to matter.' },
  park: { status: 'parked', detail: 'Nothing of ours is known that it could be about.' },
  reverse: { status: 'applied', detail: 'The money was taken a second time for one order; it goes back.' },
  quarantine: { status: 'quarantined', detail: 'The order is paid by another of the provider’s payments.' },
};

/** What the provider tells about payments, reported to the one completion path. */
@Injectable()
export class PaymentNotices {
  constructor(
    private readonly meant: MeantPayments,
    private readonly commands: CommandBus,
    @Inject(PAYMENT_GATEWAY) private readonly gateway: PaymentGateway,
  ) {}

  /**
   * The end of a payment without money starts to undo its order, and that cannot be taken back; so before it is believed
   * the provider is asked how the payment stands now: news can be older than what followed it.
   */
  async upToDate(provider: Payment['provider'], told: NoticedPayment, orderId?: string): Promise<NoticedPayment> {
    if (told.status !== 'declined' && told.status !== 'cancelled') return told;
    const meant = await this.meant.find(provider, told, orderId);
    if (!meant || contradiction(meant, provider, told) || meant.payment.judge(factOf(told)) !== 'apply') return told;
    const truth = await this.gateway.findPayment(told.providerReference);
    return truth && truth.status !== 'created' ? { ...told, status: truth.status } : told;
  }

  /** @param orderId the order that an operator has said it is about */
  async apply(provider: Payment['provider'], told: NoticedPayment, orderId?: string): Promise<Decision> {
    const fact = factOf(told);
    const meant = await this.meant.find(provider, told, orderId);
    if (!meant) return DECISIONS[unknownPaymentPolicy[fact.kind]];
    const detail = contradiction(meant, provider, told);
    const { id: paymentId, orderId: about } = meant.payment;
    if (detail) return { status: 'quarantined', detail, about };
    return { ...DECISIONS[await this.commands.execute(new SettlePayment(paymentId, fact, 'webhook'))], about };
  }
}

/** What a notice says about a payment. */
export function factOf({ status, providerReference, references: { generation }, detail }: NoticedPayment): PaymentFact {
  const about = { providerReference, ...(generation === undefined ? {} : { generation }) };
  if (status !== 'declined' && status !== 'cancelled') return { kind: status, ...about };
  const failure = detail === undefined ? notCompleted : { code: 'payment_declined', detail };
  return { kind: status, failure, ...about };
}
