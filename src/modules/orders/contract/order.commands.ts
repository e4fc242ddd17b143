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

/** What undoing an order puts at stake, and what follows when the provider has answered. */
export interface OrderUndoing {
  /** Minor units of `currency` that were taken or may have been. */
  readonly amount: number;
  readonly currency: string;
  /** Sentences for a person. */
  readonly afterwards: readonly string[];
}

/**
 * Undo an order because an operator decided so: one under way turns back at its next step, a confirmed one gives money
 * and stock back. Refused with `not_undoable` when it is over, or being undone already.
 */
export class UndoOrder extends Command<OrderUndoing> {
  constructor(
    readonly orderId: string,
    readonly failure: Failure,
  ) {
    super();
  }
}
