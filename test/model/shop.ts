import type { Method } from './payment-methods.js';
import type { Wanted } from './wanted.js';
import type { Sku, Tenant, Wish } from './wish.js';
import type { Response } from 'supertest';

export interface Shelf {
  onHand: number;
  price: number;
  /** Changes by people. */
  version: number;
}

export interface ShopOrder {
  readonly owner: Tenant;
  readonly sku: Sku;
  readonly quantity: number;
  readonly total: number;
  method: Method;
  status: 'draft' | 'confirmed' | 'cancelled';
  failure?: string;
  /** It was placed, and costs something. */
  hasPayment: boolean;
  captured: number;
  refunded: number;
  /** By which the service knows it and its payment, once it has said so. */
  id?: string;
  paymentId?: string;
}

/** The final answer to a wish. */
export interface Outcome {
  readonly status: number;
  readonly code?: string;
  /** What its body says, among other things. */
  readonly shows?: object;
  /** Something was made, so that the key can never be used for anything else. */
  readonly makes: boolean;
  readonly order?: ShopOrder;
}

/** What is known about a key of one tenant and operation. */
export interface Kept {
  /** As it is sent. */
  readonly key: string;
  readonly wish: Wish;
  readonly wanted: Wanted;
  outcome: Outcome;
  /** The answer that somebody has heard: every later one has the same bytes. */
  text?: string;
  expired: boolean;
}

/** An order whose caller did not wait. What will become of it is known, unless somebody cancels it meanwhile. */
export interface InTheAir {
  readonly kept: Kept;
  readonly order: ShopOrder;
  /** 202. */
  readonly accepted: Response;
  /** How often whoever works at it was struck down: work that outlives three of them is set aside for an hour. */
  blows: number;
}

/** What the shop has to be, as simply as it can be said: without time, processes or a network. */
export class Shop {
  readonly shelves: Record<Sku, Shelf> = {
    TEA: { onHand: 4, price: 100, version: 1 },
    CUP: { onHand: 2, price: 250, version: 1 },
  };
  readonly orders: ShopOrder[] = [];
  readonly keys = new Map<string, Kept>();
  instances = 1;
  inTheAir?: InTheAir;

  /** Counted from 1. */
  order(number: number): ShopOrder | undefined {
    return this.orders[number - 1];
  }

  /** Every answer that was given so far is too old. */
  forget(): void {
    for (const kept of this.keys.values()) if (kept !== this.inTheAir?.kept) kept.expired = true;
  }
}
