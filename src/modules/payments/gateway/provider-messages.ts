import { PROVIDER_WEBHOOKS } from './gateway.token.js';
import type { ProviderEvent, ProviderWebhooks } from './provider-webhooks.js';
import { APPLY_NOTICE_JOB } from '../jobs/job-requests.js';
import type { IncomingMessage } from '#shared/messaging/inbox-message.js';
import { MessagesFrom, type MessageSource } from '#shared/messaging/message-source.js';
import { aboutOrder } from '#shared/observability/tracing/about-order.js';
import { currentSpan } from '#shared/observability/tracing/tracing.js';
import { Inject, Injectable } from '@nestjs/common';

/** The provider's webhooks as messages for the inbox. */
@MessagesFrom('stripe')
@Injectable()
export class ProviderMessages implements MessageSource {
  constructor(@Inject(PROVIDER_WEBHOOKS) private readonly webhooks: ProviderWebhooks) {}

  open(raw: Buffer, proof: string | undefined): IncomingMessage {
    return this.messageOf(this.webhooks.verify(raw, proof));
  }

  read(raw: Buffer): IncomingMessage {
    return this.messageOf(this.webhooks.read(raw));
  }

  private messageOf({ id: eventId, type, account, meaning, notice, kept }: ProviderEvent): IncomingMessage {
    if (notice.kind === 'payment') currentSpan()?.isAbout(aboutOrder(notice.payment.references));
    const appliedBy = notice.kind === 'ignored' ? undefined : APPLY_NOTICE_JOB;
    return { provider: this.webhooks.provider, account, eventId, type, meaning, raw: kept, appliedBy };
  }
}
