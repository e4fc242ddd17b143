import { Query } from '@nestjs/cqrs';

/** What was asked of the provider for a saga, under which key. */
export interface AttemptView {
  readonly step: string;
  /** What the provider sees as the idempotency key. */
  readonly key: string;
  readonly generation: number;
  /** Minor units of `currency`. */
  readonly amount: number;
  readonly currency: string;
  readonly status: string;
  readonly providerReference?: string;
  /** When this generation's key may first have been sent. */
  readonly keySince: string;
  /** When it was last sent, as far as is known. */
  readonly attemptedAt: string;
}

/** Every capture and refund of an order, oldest first; whoever asks has seen the order. */
export class ListAttempts extends Query<AttemptView[]> {
  constructor(readonly orderId: string) {
    super();
  }
}

/** The sagas that a provider's payment or refund belongs to: of the order, and of the refund somebody asked for. */
export class FindByReference extends Query<readonly string[]> {
  constructor(readonly providerReference: string) {
    super();
  }
}
