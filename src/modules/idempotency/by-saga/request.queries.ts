import { Query } from '@nestjs/cqrs';

/** A keyed request as it may be shown: without its key and content. */
export interface RequestView {
  readonly operation: string;
  readonly at: Date;
  /** The status it was answered with; absent while it is undecided. */
  readonly status?: number;
}

/** The requests that wait for these sagas or were answered by them, oldest first; those that have expired are gone. */
export class ListRequests extends Query<RequestView[]> {
  constructor(readonly sagaIds: readonly string[]) {
    super();
  }
}
