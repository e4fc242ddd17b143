import { MatchNotice, ReplayNotice, type ReopenedNotice } from '../contract/index.js';
import { noticeDecided, notMatchable } from '../domain/notice.errors.js';
import type { Verdict } from '../domain/payment-policy.js';
import { contradiction, MeantPayments } from '../jobs/notices/meant-payment.js';
import { factOf } from '../jobs/notices/payment-notices.js';
import { SetAsideNotices } from '../jobs/notices/set-aside-notices.js';
import { PaymentsRepository } from '../payments.repository.js';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';

@CommandHandler(ReplayNotice)
export class ReplayNoticeHandler implements ICommandHandler<ReplayNotice> {
  constructor(private readonly notices: SetAsideNotices) {}

  async execute({ messageId }: ReplayNotice): Promise<ReopenedNotice> {
    const message = await this.notices.find(messageId);
    this.notices.reopen(message, 'replay');
    return { eventId: message.eventId, type: message.type, expected: 'it is applied if anything of ours fits it now' };
  }
}

const EXPECTED: Readonly<Record<Verdict, string>> = {
  apply: 'the payment becomes what it says',
  ignore: 'it changes nothing: it is known, or too late to matter',
  park: 'it waits on',
  reverse: 'the order is paid by another payment, so this money goes back',
  quarantine: 'it is set aside again: the order is paid by another payment',
};

@CommandHandler(MatchNotice)
export class MatchNoticeHandler implements ICommandHandler<MatchNotice> {
  constructor(
    private readonly notices: SetAsideNotices,
    private readonly payments: PaymentsRepository,
    private readonly meant: MeantPayments,
  ) {}

  async execute({ messageId, orderId }: MatchNotice): Promise<ReopenedNotice> {
    const message = await this.notices.find(messageId);
    const { provider, event } = this.notices.read(message);
    const { misdirected, notice } = event;
    if (misdirected || notice.kind !== 'payment') throw notMatchable('only the notice of a payment can be matched.');
    const payment = await this.payments.paymentOfOrder(orderId);
    if (!payment) throw notMatchable('there is no such order, or it has no payment.');
    const problem = contradiction({ payment, by: 'operator' }, provider, notice.payment);
    if (problem) throw notMatchable(problem);
    const owner = await this.payments.paymentByReference(payment.provider, notice.payment.providerReference);
    if (owner && owner.id !== payment.id) throw notMatchable('It is the payment of another order.');
    const named = await this.meant.find(provider, notice.payment);
    if (named && named.payment.id !== payment.id && !contradiction(named, provider, notice.payment))
      throw notMatchable(`It names order ${named.payment.orderId}; have it looked at again instead.`);
    if (await this.payments.refundOfSurplus(notice.payment.providerReference))
      throw notMatchable('It is a second payment that goes back, or has gone back.');
    if (await this.notices.isBeingMatched(message)) throw noticeDecided('being matched, which is still tried');
    this.notices.reopen(message, 'match', { orderId });
    const { tenantId } = payment;
    const expected = EXPECTED[payment.judge(factOf(notice.payment))];
    return { eventId: message.eventId, type: message.type, tenantId, orderId, expected };
  }
}
