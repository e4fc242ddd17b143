import { Query } from '@nestjs/cqrs';
import type { OrderStatus, OrderView } from './order.view.js';

/** An order by its id; undefined when it does not exist or belongs to another tenant. */
export class GetOrder extends Query<OrderView | undefined> {
  constructor(
    readonly orderId: string,
    /** Undefined for an operator, who sees every tenant. */
    readonly tenantId?: string,
  ) {
    super();
  }
}

/** One page of orders, newest first, older than `before`. */
export class ListOrders extends Query<{ items: OrderView[]; next?: string }> {
  constructor(
    readonly filter: {
      readonly tenantId?: string;
      readonly customerId?: string;
      readonly status?: OrderStatus;
      readonly before?: string;
      readonly limit: number;
    },
  ) {
    super();
  }
}
