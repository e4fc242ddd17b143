import { NOTICE_CONSUMER } from './apply-notice.job.js';
import { APPLY_NOTICE_JOB } from '../job-requests.js';
import { alreadyApplied, noSuchNotice, noticeDecided } from '../../domain/notice.errors.js';
import { PROVIDER_WEBHOOKS } from '../../gateway/gateway.token.js';
import type { ProviderEvent, ProviderWebhooks } from '../../gateway/provider-webhooks.js';
import { Unit } from '#shared/database/unit-of-work/unit.js';
import { enqueue } from '#shared/jobs/job-writes.js';
import { QueuedJobsStore } from '#shared/jobs/queued-jobs.store.js';
import type { InboxMessage } from '#shared/messaging/inbox-message.js';
import { inboxReopenings } from '#shared/messaging/inbox-reopenings.js';
import { InboxStore } from '#shared/messaging/inbox.store.js';
import { Inject, Injectable } from '@nestjs/common';

const reopened = (messageId: string, how: 'match' | 'replay'): string => `${messageId}:apply:${how}`;

/** Notices that were set aside, on their way once more. */
@Injectable()
export class SetAsideNotices {
  constructor(
    private readonly inbox: InboxStore,
    private readonly jobs: QueuedJobsStore,
    @Inject(PROVIDER_WEBHOOKS) private readonly webhooks: ProviderWebhooks,
  ) {}

  async find(messageId: string): Promise<InboxMessage> {
    const message = await this.inbox.byId(messageId);
    if (!message) throw noSuchNotice();
    if (await this.inbox.isConsumed(NOTICE_CONSUMER, messageId)) throw alreadyApplied();
    if (message.status !== 'parked' && message.status !== 'quarantined') throw noticeDecided(message.status);
    return message;
  }

  read({ raw }: InboxMessage): { readonly provider: ProviderWebhooks['provider']; readonly event: ProviderEvent } {
    return { provider: this.webhooks.provider, event: this.webhooks.read(raw) };
  }

  /** The first order that it was matched with is the one: a second match would be dropped in silence. */
  isBeingMatched({ id }: InboxMessage): Promise<boolean> {
    return this.jobs.isUnderWay(reopened(id, 'match'));
  }

  /** The job goes the way of every notice: what it does is decided there, with the provider asked where that matters. */
  reopen({ id, eventId }: InboxMessage, how: 'match' | 'replay', matched: { orderId?: string } = {}): void {
    Unit.current('a message').write(inboxReopenings, { id, eventId });
    enqueue({ name: APPLY_NOTICE_JOB, key: reopened(id, how), payload: { messageId: id, ...matched } });
  }
}
