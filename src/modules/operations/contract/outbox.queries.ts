import { Query } from '@nestjs/cqrs';

/** How far one consumer is behind what has happened. */
export interface ConsumerLag {
  readonly consumer: string;
  readonly waiting: number;
  /** Dead letters: each blocks what follows about the same order. */
  readonly dead: number;
  readonly oldestSeconds: number;
}

export interface OutboxView {
  readonly undistributed: number;
  readonly lagSeconds: number;
  readonly items: readonly ConsumerLag[];
  readonly nextCursor: null;
}

/** What has happened and was not heard of by everybody yet. */
export class GetOutbox extends Query<OutboxView> {}
