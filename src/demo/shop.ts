import { contentOf, type Answered, type Wire } from './wire.js';
import { CouldNotAsk } from '../ops/could-not-ask.error.js';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** An order as its client reads it. */
export interface Order {
  readonly id: string;
  readonly status: string;
  readonly currency: string;
  readonly total: number;
  readonly items: readonly { readonly sku: string; readonly quantity: number }[];
}

/** What is wanted, and how it is paid. */
export interface Wish {
  readonly sku: string;
  /** One of the sandbox's; a good card without it. */
  readonly paymentMethod?: string;
  /** The same for whoever sends the same again; a new one without it. */
  readonly key?: string;
}

/** Seconds that the service is asked to wait for a decision; what takes longer is polled for. */
const WAIT = 20;
/** A payment whose answer was lost is looked up after 2 s and after 10 s more. */
const DECIDED_WITHIN_MS = 20_000;
const BETWEEN_POLLS_MS = 200;

/** The confirmed order that was answered. Throws CouldNotAsk with what came instead. */
export function orderIn({ status, text }: Answered): Order {
  if (status === 201) return JSON.parse(text) as Order;
  throw new CouldNotAsk(`An order that nothing speaks against was answered ${status}: ${text.slice(0, 200)}`);
}

/** The shop of the demo: a client of the service like any other. */
export class Shop {
  private readonly keys = new Set<string>();

  constructor(
    private readonly wire: Wire,
    private readonly customerId: string,
  ) {}

  /** How many different orders it has asked for. */
  get wishes(): number {
    return this.keys.size;
  }

  /** Orders something and follows it to its decision, whatever that is. */
  async order({ sku, paymentMethod = 'pm_card_visa', key = `demo-${randomUUID()}` }: Wish): Promise<Answered> {
    this.keys.add(key);
    const body = { customerId: this.customerId, items: [{ sku, quantity: 1 }], paymentMethod };
    const headers = { 'Idempotency-Key': key, Prefer: `wait=${WAIT}` };
    const answer = await this.wire.send('POST', '/api/orders', body, headers);
    if (answer.status === 429) return contentOf(answer, 'An order');
    return answer.status === 202 ? this.decision(answer) : answer;
  }

  /** Every order of this run, once there are no others than decided ones. */
  async decidedOrders(): Promise<readonly Order[]> {
    for (const limit = Date.now() + DECIDED_WITHIN_MS; ; await pause(BETWEEN_POLLS_MS)) {
      const orders = await this.orders();
      const isDecided = orders.every(({ status }) => status === 'confirmed' || status === 'cancelled');
      if (isDecided || Date.now() > limit) return orders;
    }
  }

  private async orders(): Promise<readonly Order[]> {
    const path = `/api/orders?customerId=${this.customerId}&limit=100`;
    return contentOf<{ items: Order[] }>(await this.wire.get(path), path).items;
  }

  private async decision(accepted: Answered): Promise<Answered> {
    const { pollUrl } = contentOf<{ pollUrl: string }>(accepted, 'An order');
    for (const limit = Date.now() + DECIDED_WITHIN_MS; Date.now() < limit; await pause(BETWEEN_POLLS_MS)) {
      const answer = await this.wire.get(pollUrl);
      if (answer.status !== 202) return answer;
    }
    return accepted;
  }
}
