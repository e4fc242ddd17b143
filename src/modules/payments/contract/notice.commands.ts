import { Command } from '@nestjs/cqrs';

/** A notice of the provider that is looked at again, and what it is about as far as anybody knows. */
export interface ReopenedNotice {
  readonly eventId: string;
  readonly type: string;
  readonly tenantId?: string;
  readonly orderId?: string;
  /** What it will do, in a sentence. */
  readonly expected: string;
}

/**
 * Look at a notice that was set aside again, as if it had just come in. Refused with `notice_decided` when it is not set
 * aside, `already_applied` when it has had its effect.
 */
export class ReplayNotice extends Command<ReopenedNotice> {
  constructor(readonly messageId: string) {
    super();
  }
}

/**
 * Say which order the notice of a payment is about, when it does not say so itself. As for `ReplayNotice`; refused with
 * `not_matchable` when it contradicts that order.
 */
export class MatchNotice extends Command<ReopenedNotice> {
  constructor(
    readonly messageId: string,
    readonly orderId: string,
  ) {
    super();
  }
}
