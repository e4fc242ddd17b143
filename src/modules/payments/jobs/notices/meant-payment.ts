import type { Payment } from '../../domain/payment.entity.js';
import type { NoticedPayment } from '../../gateway/provider-webhooks.js';
import { PaymentsRepository } from '../../payments.repository.js';
import { isId } from '#shared/kernel/ids.js';
import { Injectable } from '@nestjs/common';

/** Which of our payments a notice is about, and how we know: by the provider's own reference, by what it claims, or by an operator. */
export interface Meant {
  readonly payment: Payment;
  readonly by: 'reference' | 'claim' | 'operator';
}

/** Finds the payment that the provider means; metadata is text that anybody at the provider may have written. */
@Injectable()
export class MeantPayments {
  constructor(private readonly payments: PaymentsRepository) {}

  /** @param orderId the order that an operator has said it is about; what the provider's reference says counts more */
  async find(provider: Payment['provider'], told: NoticedPayment, orderId?: string): Promise<Meant | undefined> {
    const bound = await this.payments.paymentByReference(provider, told.providerReference);
    if (bound) return { payment: bound, by: 'reference' };
    const matched = orderId === undefined ? undefined : await this.payments.paymentOfOrder(orderId);
    if (matched) return { payment: matched, by: 'operator' };
    const { sagaId, paymentId, orderId: named } = told.references;
    const claimed =
      (await this.byId(sagaId, (id) => this.payments.paymentOfSaga(id))) ??
      (await this.byId(paymentId, (id) => this.payments.payment(id))) ??
      (await this.byId(named, (id) => this.payments.paymentOfOrder(id)));
    return claimed && { payment: claimed, by: 'claim' };
  }

  private async byId(
    id: string | undefined,
    find: (id: string) => Promise<Payment | undefined>,
  ): Promise<Payment | undefined> {
    return id !== undefined && isId(id) ? find(id) : undefined;
  }
}

/** Why a notice cannot be about this payment at all; undefined when it can (semantics 31). */
export function contradiction(
  { payment, by }: Meant,
  provider: Payment['provider'],
  told: NoticedPayment,
): string | undefined {
  const { references } = told;
  if (payment.provider !== provider) return 'It names a payment of another provider.';
  if (by === 'claim' && references.sagaId !== payment.sagaId)
    return 'It names an order of ours, but not the saga that pays for it.';
  if (by === 'claim' && (references.paymentId ?? payment.id) !== payment.id)
    return 'It names a saga of ours and another payment.';
  if (told.currency !== payment.currency) return 'It is about another currency than the payment.';
  if (told.amount !== payment.amount) return 'It is about another amount than the payment.';
  return undefined;
}
