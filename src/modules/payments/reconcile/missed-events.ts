import type { Period } from './period.js';
import type { Progress } from './progress.js';
import type { ToldAndMissed } from './report.js';
import { PAYMENT_GATEWAY } from '../gateway/gateway.token.js';
import type { PaymentGateway } from '../gateway/payment-gateway.js';
import { everyItem } from '../gateway/provider-books.js';
import { InboxStore, type OpenMessage } from '#shared/messaging/inbox.store.js';
import { MessageDoor } from '#shared/messaging/message-door.js';
import { Inject, Injectable } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';

/** The service applies what is recorded within moments; where none runs, it stays open until one does. */
const APPLIED_WITHIN_MS = 10_000;
const LOOK_AGAIN_MS = 200;

/** Finds what the provider has told and never brought, and lets it in by the same door as every notice. */
@Injectable()
export class MissedEvents {
  constructor(
    private readonly door: MessageDoor,
    private readonly inbox: InboxStore,
    @Inject(PAYMENT_GATEWAY) private readonly gateway: PaymentGateway,
  ) {}

  async record({ listedSince }: Period, progress: Progress): Promise<ToldAndMissed> {
    const recorded: string[] = [];
    let listed = 0;
    for await (const { providerReference, raw } of everyItem((after) => this.gateway.listEvents(listedSince, after))) {
      if (await this.door.fetched('stripe', raw)) recorded.push(providerReference);
      listed++;
      progress.step('events');
    }
    return { listed, recorded: recorded.length, open: await this.leftOpen(recorded) };
  }

  private async leftOpen(recorded: readonly string[]): Promise<OpenMessage[]> {
    for (const end = Date.now() + APPLIED_WITHIN_MS; ; await pause(LOOK_AGAIN_MS)) {
      const open = await this.inbox.openAmong(this.gateway.provider, recorded);
      if (open.every(({ status }) => status !== 'received') || Date.now() > end) return open;
    }
  }
}
