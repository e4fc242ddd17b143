import { refundJob } from '../job-requests.js';
import { factAmong } from '../refund-fact.js';
import type { RefundFact } from '../../domain/payment-fact.js';
import type { Payment } from '../../domain/payment.entity.js';
import { Refund } from '../../domain/refund.entity.js';
import { PAYMENT_GATEWAY } from '../../gateway/gateway.token.js';
import type { PaymentGateway } from '../../gateway/payment-gateway.js';
import type { NoticedRefund } from '../../gateway/provider-webhooks.js';
import { SettleRefund } from '../../handlers/settle-refund.handler.js';
import { paymentEvents } from '../../payment-events.store.js';
import { PaymentsRepository } from '../../payments.repository.js';
import { failureOf } from '../../refund-subject.js';
import { RoomForRefund } from '../../room-for-refund.js';
import { Unit } from '#shared/database/unit-of-work/unit.js';
import { enqueue } from '#shared/jobs/job-writes.js';
import { isId } from '#shared/kernel/ids.js';
import type { Decision } from '#shared/messaging/inbox.js';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';

const UNKNOWN: Decision = { status: 'parked', detail: 'Nothing of ours is known that it could give back.' };
const KNOWN: Decision = { status: 'ignored', detail: 'It was known, or came too late to matter.' };
const CONTRADICTS: Decision = {
  status: 'quarantined',
  detail: 'It names a refund of ours with another amount, currency or payment.',
};

/** Of a refund that somebody else has sent: there is nothing to attempt, only to ask what became of it. */
const FIRST_LOOK = 2;

/** What the provider tells about refunds: ours, also before our call returned, and those that a person made there. */
@Injectable()
export class RefundNotices {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly room: RoomForRefund,
    private readonly commands: CommandBus,
    @Inject(PAYMENT_GATEWAY) private readonly gateway: PaymentGateway,
  ) {}

  /**
   * News about an attempt that is over, or about a refund that we see for the first time, may be older than its end: the
   * provider is asked how it stands now.
   */
  async upToDate(provider: Payment['provider'], told: NoticedRefund): Promise<NoticedRefund> {
    if (!told.paymentReference || told.status === 'failed') return told;
    const refund = await this.meant(told);
    const mayBeOld = refund
      ? isPast(refund, told)
      : await this.payments.paymentByReference(provider, told.paymentReference);
    if (!mayBeOld) return told;
    const listed = await this.gateway.listRefunds(told.paymentReference);
    const truth = listed.find(({ providerReference }) => providerReference === told.providerReference);
    return { ...told, status: truth?.status ?? told.status, listed };
  }

  async apply(provider: Payment['provider'], told: NoticedRefund): Promise<Decision> {
    const { paymentReference } = told;
    // Before its refunds: whoever adds one meanwhile writes the payment, so that what is decided here on its version fails.
    const payment = paymentReference ? await this.payments.paymentByReference(provider, paymentReference) : undefined;
    const refund = await this.meant(told);
    if (!refund) return this.madeElsewhere(payment, told);
    return { ...(await this.ours(refund, told)), about: refund.orderId };
  }

  private async ours(refund: Refund, told: NoticedRefund): Promise<Decision> {
    const payment = await this.payments.payment(refund.paymentId);
    const source = payment && refund.moneyOf(payment);
    const isSame =
      refund.amount === told.amount &&
      refund.currency === told.currency &&
      (source === undefined || told.paymentReference === undefined || source === told.paymentReference);
    if (!isSame) return CONTRADICTS;
    // What became of an attempt that was given up matters only if money moved after all.
    if (isPast(refund, told) && told.status !== 'succeeded') return this.past(refund, told);
    return this.settle(refund, told);
  }

  /** That it has failed is remembered: the answer that it was made may come yet. */
  private async past(refund: Refund, { status, providerReference }: NoticedRefund): Promise<Decision> {
    if (status === 'failed') await this.rememberFailed(refund.paymentId, refund, providerReference, refund);
    return KNOWN;
  }

  /** @param readBy the row that whoever is about to take it for made has read, and writes: he decides again */
  private async rememberFailed(
    paymentId: string,
    refund: Pick<Refund, 'stepKey'>,
    providerReference: string,
    readBy: Refund | Payment,
  ): Promise<void> {
    const subject = failureOf(refund, providerReference);
    if (await this.payments.isTold(paymentId, subject, 'refund_failed')) return;
    const unit = Unit.current('a fact');
    const detail = { providerReference };
    unit.write(paymentEvents, { paymentId, subject, fact: 'refund_failed', source: 'webhook', detail });
    unit.relyOn(readBy);
  }

  private async meant(told: NoticedRefund): Promise<Refund | undefined> {
    const { refundId, providerReference, paymentReference, status } = told;
    const named = refundId !== undefined && isId(refundId) ? await this.payments.refund(refundId) : undefined;
    const known = named ?? (await this.payments.refundByReference(providerReference));
    if (known || !paymentReference || status === 'failed') return known;
    // Whoever gives a second payment back over there has done what we owe.
    return this.payments.refundOfSurplus(paymentReference);
  }

  /** Somebody gave money back at the provider: it counts, so that the same money is never given back again. */
  private async madeElsewhere(payment: Payment | undefined, told: NoticedRefund): Promise<Decision> {
    const { providerReference, amount, currency } = told;
    if (!payment || payment.captured === 0) return UNKNOWN;
    const { orderId: about } = payment;
    const stepKey = `${payment.sagaId}:payment.refund:${providerReference}`;
    // It gave nothing back. That it was made may come yet, heard from the provider before it failed.
    if (told.status === 'failed') {
      await this.rememberFailed(payment.id, { stepKey }, providerReference, payment);
      return { ...KNOWN, about };
    }
    if (await this.payments.isTold(payment.id, failureOf({ stepKey }, providerReference), 'refund_failed'))
      return { ...KNOWN, about };
    await this.learn(payment, told.listed ?? []);
    const place = currency === payment.currency ? await this.room.make(payment, amount) : undefined;
    if (!place) return { status: 'quarantined', detail: 'It gives back more than is left of the payment.', about };
    const refund = Refund.request(payment, amount, { stepKey, reason: 'made at the provider', owed: place.isOwed });
    const unit = Unit.current('a refund');
    unit.insert(refund);
    // Also where it takes just what another one leaves: that nobody has told of its failure was read under this version.
    unit.relyOn(payment);
    const decision = await this.settle(refund, told);
    if (refund.owed && !refund.isOver) enqueue(refundJob(refund, FIRST_LOOK));
    return { ...decision, about };
  }

  /** What became of ours, before room is made: one that was made has its place, one that failed leaves it. */
  private async learn(payment: Payment, listed: NonNullable<NoticedRefund['listed']>): Promise<void> {
    for (const refund of await this.payments.refundsOf(payment.id)) {
      const fact = refund.isOver || refund.isSurplus ? undefined : factAmong(listed, refund);
      if (fact) await this.commands.execute(new SettleRefund(refund.id, fact, 'resolver'));
    }
  }

  private async settle(refund: Refund, told: NoticedRefund): Promise<Decision> {
    const isNews = await this.commands.execute(new SettleRefund(refund.id, factOf(told), 'webhook'));
    return isNews ? { status: 'applied' } : KNOWN;
  }
}

/** An attempt that is over, unless it is the one that counts after all: its success may have come late. */
const isPast = (refund: Refund, { generation = refund.generation, providerReference }: NoticedRefund): boolean =>
  generation < refund.generation && providerReference !== refund.providerReference;

function factOf({ status, providerReference }: NoticedRefund): RefundFact {
  if (status === 'succeeded') return { kind: 'refunded', providerReference };
  if (status === 'pending') return { kind: 'refund_pending', providerReference };
  return { kind: 'refund_failed', detail: 'The payment provider could not return the money.', providerReference };
}
