import { Command } from '@nestjs/cqrs';
import type { Failure } from '#shared/kernel/failure.js';
import type { OrderView } from './order.view.js';

/** Place an order at today's prices: as a draft, or on its way at once. */
export class PlaceOrder extends Command<OrderView> {
  constructor(
    readonly tenantId: string,
    readonly wanted: {
      readonly customerId: string;
      readonly items: readonly { readonly sku: string; readonly quantity: number }[];
      readonly paymentMethod?: string;
      readonly currency?: string;
      readonly expectedTotal?: number;
      readonly confirm: boolean;
      readonly note?: string;
    },
    readonly operationKey?: Buffer,
  ) {
    super();
  }
}

/** Send a draft on its way; `amount` must be what the draft costs. */
export class ConfirmDraft extends Command<OrderView> {
  constructor(
    readonly tenantId: string,
    readonly orderId: string,
    readonly amount: number | undefined,
    readonly paymentMethod: string | undefined,
  ) {
    super();
  }
}

/** Cancel an order at whatever state it is. */
export class RequestCancel extends Command<OrderView> {
  constructor(
    readonly tenantId: string,
    readonly orderId: string,
    readonly reason: string | undefined,
    readonly operationKey: Buffer,
  ) {
    super();
  }
}

/** Show that a person must look at the order. */
export class HoldOrder extends Command<void> {
  constructor(
    readonly tenantId: string,
    readonly orderId: string,
    readonly failure: Failure,
  ) {
    super();
  }
}

/** The saga's last step: paid and in stock. */
export class ConfirmOrder extends Command<void> {
  constructor(
    readonly tenantId: string,
    readonly orderId: string,
  ) {
    super();
  }
}

/** The saga's last word after everything was undone. */
export class CancelOrder extends Command<void> {
  constructor(
    readonly tenantId: string,
    readonly orderId: string,
    readonly failure: Failure,
  ) {
    super();
  }
}
