import { DisputeNotices } from './dispute-notices.js';
import { PaymentNotices } from './payment-notices.js';
import { RefundNotices } from './refund-notices.js';
import { APPLY_NOTICE_JOB } from '../job-requests.js';
import { PROVIDER_WEBHOOKS } from '../../gateway/gateway.token.js';
import type { ProviderEvent, ProviderNotice, ProviderWebhooks } from '../../gateway/provider-webhooks.js';
import { JobHandler, type Job } from '#shared/jobs/job.js';
import { Inbox, type Decision } from '#shared/messaging/inbox.js';
import { Inject, Injectable } from '@nestjs/common';

/** `orderId`: an operator has said which order it is about. */
type Look = { messageId: string; look?: number; orderId?: string };

/** Its name in the list of who is through with which message. */
export const NOTICE_CONSUMER = 'payments';

/** Two failures may be one restart of the database. */
const FAILURES_TO_SHOW = 3;

/** Applies what the provider told us, once: the effect, and that the message is consumed, are one commit. */
@JobHandler(APPLY_NOTICE_JOB)
@Injectable()
export class ApplyNoticeJob implements Job<Look, ProviderEvent | undefined> {
  constructor(
    private readonly inbox: Inbox,
    private readonly payments: PaymentNotices,
    private readonly refunds: RefundNotices,
    private readonly disputes: DisputeNotices,
    @Inject(PROVIDER_WEBHOOKS) private readonly webhooks: ProviderWebhooks,
  ) {}

  async call({ messageId, orderId }: Look): Promise<ProviderEvent | undefined> {
    const message = await this.inbox.open(messageId);
    if (!message) return undefined;
    const event = this.webhooks.read(message.raw);
    return event.misdirected ? event : { ...event, notice: await this.upToDate(event.notice, orderId) };
  }

  async settle(event: ProviderEvent | undefined, { messageId, look, orderId }: Look): Promise<void> {
    const message = event && (await this.inbox.open(messageId));
    if (!message) return;
    this.inbox.decide(NOTICE_CONSUMER, message, await this.apply(event, orderId), APPLY_NOTICE_JOB, look);
  }

  /** An outage is over after a while; what goes on failing is shown to a person, and tried on. */
  async troubled({ messageId }: Look, failures: number): Promise<void> {
    if (failures === FAILURES_TO_SHOW) await this.inbox.show(messageId, 'It could not be applied; it is tried on.');
  }

  private async upToDate(notice: ProviderNotice, orderId?: string): Promise<ProviderNotice> {
    const { provider } = this.webhooks;
    if (notice.kind === 'payment')
      return { ...notice, payment: await this.payments.upToDate(provider, notice.payment, orderId) };
    if (notice.kind === 'refund') return { ...notice, refund: await this.refunds.upToDate(provider, notice.refund) };
    return notice;
  }

  private async apply({ misdirected, notice }: ProviderEvent, orderId?: string): Promise<Decision> {
    if (misdirected === 'account') return { status: 'quarantined', detail: 'It belongs to another account.' };
    if (misdirected === 'mode') return { status: 'quarantined', detail: 'It is about play money, or ours is.' };
    const { provider } = this.webhooks;
    if (notice.kind === 'payment') return this.payments.apply(provider, notice.payment, orderId);
    if (notice.kind === 'refund') return this.refunds.apply(provider, notice.refund);
    if (notice.kind === 'dispute') return this.disputes.apply(provider, notice.dispute);
    if (notice.kind === 'ignored') return { status: 'ignored', detail: 'Nobody acts on its type.' };
    return { status: 'quarantined', detail: 'What it is about cannot be read.' };
  }
}
