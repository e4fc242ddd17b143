import type { PastAct } from './act.view.js';
import { Query } from '@nestjs/cqrs';

/** What operators did, newest first, older than `before`. */
export class ListActs extends Query<PastAct[]> {
  constructor(
    readonly filter: {
      readonly actor?: string;
      readonly act?: string;
      readonly orderId?: string;
      readonly target?: string;
      readonly before?: string;
      readonly limit: number;
    },
  ) {
    super();
  }
}

/** What operators did about an order, oldest first; whoever asks has seen the order. */
export class ListActsOnOrder extends Query<{ readonly at: Date; readonly act: string; readonly isDone: boolean }[]> {
  constructor(readonly orderId: string) {
    super();
  }
}
