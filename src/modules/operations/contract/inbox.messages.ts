import type { ActView, Operator } from './act.view.js';
import { Command, Query } from '@nestjs/cqrs';

export const INBOX_STATES = ['received', 'applied', 'ignored', 'parked', 'quarantined'] as const;

/** A message of the outside world, for a person. */
export interface MessageView {
  readonly id: string;
  readonly provider: string;
  /** The sender's own id of it. */
  readonly eventId: string;
  readonly type: string;
  readonly state: (typeof INBOX_STATES)[number];
  /** Why it is where it is. */
  readonly detail?: string;
  readonly orderId?: string;
  readonly receivedAt: string;
  readonly decidedAt?: string;
}

/** Messages, newest first, older than `before`. */
export class ListInbox extends Query<MessageView[]> {
  constructor(
    readonly filter: {
      readonly state?: MessageView['state'];
      readonly type?: string;
      readonly orderId?: string;
      readonly before?: string;
      readonly limit: number;
    },
  ) {
    super();
  }
}

/** Look at a message that was set aside again. */
export class ReplayMessage extends Command<ActView> {
  constructor(
    readonly messageId: string,
    readonly by: Operator,
  ) {
    super();
  }
}

/** Say which order a message is about. */
export class MatchMessage extends Command<ActView> {
  constructor(
    readonly messageId: string,
    readonly orderId: string,
    readonly by: Operator,
  ) {
    super();
  }
}
