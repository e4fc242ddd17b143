import type { Answer, KeyedRequest } from './request.js';

/** An order as its client knows it. */
export interface OwnOrder {
  readonly id: string;
  readonly total: number;
  readonly paymentId?: string;
}

/** Orders that are enough to come back to; a client wants nothing more of older ones. */
const KEPT = 60;

/** One of a list, by a number from 0 up to 1. */
const at = <T>(list: readonly T[], which: number): T | undefined => list[Math.floor(which * list.length)];

const keep = <T>(list: T[], one: T): void => {
  list.push(one);
  if (list.length > KEPT) list.shift();
};

/** What a client has of the shop: its orders, its drafts, and everything that it has asked. */
export class Belongings {
  private readonly orders: OwnOrder[] = [];
  private readonly drafts: OwnOrder[] = [];
  /** All of it: a duplicate may come as late as it likes, and in the end everything is asked once more. */
  private readonly asked: KeyedRequest[] = [];

  order = (which: number): OwnOrder | undefined => at(this.orders, which);

  /** A draft that nothing has been wanted of yet. */
  takeDraft(which: number): OwnOrder | undefined {
    const draft = at(this.drafts, which);
    if (draft) this.drafts.splice(this.drafts.indexOf(draft), 1);
    return draft;
  }

  earlier = (which: number): KeyedRequest | undefined => at(this.asked, which);

  get everythingAsked(): readonly KeyedRequest[] {
    return this.asked;
  }

  remember(request: KeyedRequest): void {
    this.asked.push(request);
  }

  /** Learns from an answer what there is now. */
  learn({ status, body }: Answer): void {
    const { id, total, paymentId, status: state } = body;
    if (status !== 201 || typeof id !== 'string' || typeof total !== 'number') return;
    const order = { id, total, ...(typeof paymentId === 'string' ? { paymentId } : {}) };
    keep(state === 'draft' ? this.drafts : this.orders, order);
  }

  /** A draft that was paid is an order. */
  adopt(order: OwnOrder): void {
    keep(this.orders, order);
  }
}
