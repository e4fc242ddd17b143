import { isOpen, type InboxMessage } from './inbox-message.js';
import { InboxStore } from './inbox.store.js';
import { consumptions, inboxDecisions } from './inbox-writes.js';
import { Unit } from '../database/unit-of-work/unit.js';
import { enqueue } from '../jobs/job-writes.js';
import { stoppedDuplicate } from '../observability/stopped-duplicates.js';
import { Injectable, Logger } from '@nestjs/common';

/** What a consumer made of a message. */
export type Decision = {
  /** The aggregate that it is about, as far as anybody knows. */
  readonly about?: string;
} & (
  | { readonly status: 'applied' | 'ignored'; readonly detail?: string }
  | {
      /** `parked`: what it is about is not here yet; it is looked at again. `quarantined`: a person must look. */
      readonly status: 'parked' | 'quarantined';
      readonly detail: string;
    }
);

/** 1 s, 10 s, 1 min, 10 min, 1 h, then hourly: soon for what is only out of order, seldom for what may never come. */
const PARKED_AGAIN_AFTER_MS = [1_000, 10_000, 60_000, 600_000, 3_600_000];

/** The inbox as a consumer of messages sees it, inside the unit of work that carries out the message's effect. */
@Injectable()
export class Inbox {
  private readonly logger = new Logger('Inbox');

  constructor(private readonly store: InboxStore) {}

  /**
   * A message that is still to be applied; undefined, and counted as a repeat, when that has happened: before the job
   * began (its marker stopped it), or while it was deciding (it lost the race for the consumption, and decides again).
   */
  async open(messageId: string): Promise<InboxMessage | undefined> {
    const message = await this.store.byId(messageId);
    if (message && isOpen(message)) return message;
    stoppedDuplicate(Unit.currentIfAny()?.isRepeat ? 'inbox' : 'step', { messageId, detail: 'message' });
    return undefined;
  }

  /**
   * Writes what became of the message with the effect itself: both, or neither. A parked one gets its next job, until it
   * has waited for 72 hours; then it stays as it is for a person to see.
   * @param look how often it has been looked at before
   */
  decide(consumer: string, message: InboxMessage, decision: Decision, jobName: string, look = 0): void {
    const unit = Unit.current('a message');
    const { status, detail = null, about = null } = decision;
    unit.write(inboxDecisions, { id: message.id, status, detail, aggregateId: about });
    if (status === 'applied' || status === 'ignored') unit.write(consumptions, { consumer, messageId: message.id });
    if (status === 'parked' && !message.hasWaitedLongEnough) this.lookAgain(message, jobName, look);
    unit.afterCommit(() => this.report(message, decision, look));
  }

  /** Parks what is still open for a person to see, whose job goes on trying. */
  async show(messageId: string, detail: string): Promise<void> {
    const message = await this.store.byId(messageId);
    if (!message || !isOpen(message)) return;
    const unit = Unit.current('a message');
    unit.write(inboxDecisions, { id: messageId, status: 'parked', detail, aggregateId: null });
    const { eventId: event, type } = message;
    unit.afterCommit(() => this.logger.error({ messageId, event, type }, `parked: ${detail}`));
  }

  private lookAgain({ id: messageId }: InboxMessage, name: string, look: number): void {
    const delayMs = PARKED_AGAIN_AFTER_MS[Math.min(look, PARKED_AGAIN_AFTER_MS.length - 1)]!;
    enqueue({ name, key: `${messageId}:apply:${look + 1}`, payload: { messageId, look: look + 1 }, delayMs });
  }

  private report(message: InboxMessage, { status, detail, about: orderId }: Decision, look: number): void {
    const { id: messageId, eventId: event, type } = message;
    const about = { messageId, event, type, orderId };
    if (status === 'quarantined') this.logger.error(about, `set aside for a person: ${detail}`);
    if (status !== 'parked') return;
    if (message.hasWaitedLongEnough) this.logger.error(about, `parked for a person, after 72 hours: ${detail}`);
    // Most of these are only ahead of the answer that makes them known.
    else if (look === 0) this.logger.warn(about, `parked for now: ${detail}`);
  }
}
