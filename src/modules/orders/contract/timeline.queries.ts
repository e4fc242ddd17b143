import { Query } from '@nestjs/cqrs';

export type TimelineKind =
  'request' | 'replay' | 'step' | 'fact' | 'webhook' | 'job' | 'compensation' | 'operator' | 'duplicate';

/** One line of what happened to an order. */
export interface TimelineItem {
  readonly at: string;
  readonly kind: TimelineKind;
  /** Of a duplicate: the layer that stopped it. */
  readonly layer?: 'api' | 'event' | 'inbox' | 'job' | 'step';
  /** How often, where several are one line. */
  readonly count?: number;
  /** The step of the order's saga that it is about. */
  readonly step?: string;
  /** A sentence for a person. */
  readonly detail: string;
}

/** Everything that happened to an order, oldest first; undefined as for `GetOrder`. */
export class GetTimeline extends Query<TimelineItem[] | undefined> {
  constructor(
    readonly orderId: string,
    /** Undefined for an operator, who sees every tenant. */
    readonly tenantId?: string,
  ) {
    super();
  }
}
