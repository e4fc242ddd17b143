import type { Failure } from '#shared/kernel/failure.js';
import { PublicEvent } from '#shared/messaging/event-catalog.js';

/** What an order is made of when it sets out; everything its saga will ever send is taken from here. */
export interface PlacedOrder {
  readonly tenantId: string;
  readonly orderId: string;
  readonly sagaId: string;
  /** Null for an order that costs nothing. */
  readonly paymentId: string | null;
  readonly total: number;
  readonly currency: string;
  readonly paymentMethod: string;
  readonly lines: readonly { readonly sku: string; readonly quantity: number }[];
}

/** The order is to be paid and taken from stock. */
@PublicEvent<OrderPlaced>('orders.order-placed', (event) => event.orderId)
export class OrderPlaced implements PlacedOrder {
  readonly tenantId: string;
  readonly orderId: string;
  readonly sagaId: string;
  readonly paymentId: string | null;
  readonly total: number;
  readonly currency: string;
  readonly paymentMethod: string;
  readonly lines: readonly { readonly sku: string; readonly quantity: number }[];

  constructor(order: PlacedOrder) {
    this.tenantId = order.tenantId;
    this.orderId = order.orderId;
    this.sagaId = order.sagaId;
    this.paymentId = order.paymentId;
    this.total = order.total;
    this.currency = order.currency;
    this.paymentMethod = order.paymentMethod;
    this.lines = order.lines;
  }
}

/** The order is written down and waits for its confirmation. */
@PublicEvent<OrderDrafted>('orders.order-drafted', (event) => event.orderId)
export class OrderDrafted {
  constructor(
    readonly tenantId: string,
    readonly orderId: string,
    readonly total: number,
    readonly currency: string,
  ) {}
}

/** A confirmed order is to be undone: money back, stock back. */
@PublicEvent<OrderCancelRequested>('orders.order-cancel-requested', (event) => event.orderId)
export class OrderCancelRequested {
  constructor(
    readonly tenantId: string,
    readonly orderId: string,
    readonly sagaId: string,
    /** Null for an order that cost nothing. */
    readonly paymentId: string | null,
    readonly failure: Failure,
  ) {}
}

/** Paid, and its stock is sold to it. */
@PublicEvent<OrderConfirmed>('orders.order-confirmed', (event) => event.orderId)
export class OrderConfirmed {
  constructor(
    readonly tenantId: string,
    readonly orderId: string,
  ) {}
}

/** It will not happen, and nothing of it remains. */
@PublicEvent<OrderCancelled>('orders.order-cancelled', (event) => event.orderId)
export class OrderCancelled {
  constructor(
    readonly tenantId: string,
    readonly orderId: string,
    readonly failure: Failure,
  ) {}
}
