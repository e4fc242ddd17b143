import type { Books } from '../books/books.js';
import type { EventRecord } from '../books/records.js';
import type { WebhookFault } from '../faults/fault.js';
import { eventWire } from '../wire/event.wire.js';
import { Mail } from './mail.js';

/** Eight tries within half a minute: a receiver that restarts misses nothing, and nothing is tried for ever. */
const TRIES = 8;
const FIRST_RETRY_MS = 250;

/** Where webhooks go and what signs them. */
export interface WebhookAddress {
  readonly url: string;
  readonly secret: string;
}

/** Delivers events; without an address they are only recorded. What was owed at a kill is delivered after it. */
export class Courier {
  readonly #mail: Mail | undefined;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #closed = false;

  constructor(
    private readonly books: Books,
    address: WebhookAddress | undefined,
  ) {
    this.#mail = address && new Mail(address.url, address.secret);
    if (!this.#mail) return;
    for (const event of books.events.oldestFirst()) {
      if (event.due !== undefined) this.#tryAt(event.id, event.due);
    }
  }

  get hasAddress(): boolean {
    return this.#mail !== undefined;
  }

  /** When an event of now is to be delivered (Unix milliseconds); undefined when it is not. */
  owedAt(now: number, fault: WebhookFault | undefined): number | undefined {
    if (!this.#mail || fault?.kind === 'webhook-never') return undefined;
    return fault?.kind === 'webhook-late' ? now + fault.ms : now;
  }

  /** Delivers the events of one change, one after the other; resolves when each was tried once. */
  async dispatch(ids: readonly string[], fault: WebhookFault | undefined): Promise<void> {
    if (fault?.kind === 'webhook-late') {
      for (const id of ids) this.#tryAt(id, Date.now() + fault.ms);
      return;
    }
    for (const id of fault?.kind === 'webhook-reordered' ? ids.toReversed() : ids) {
      const copies = fault?.kind === 'webhook-twice' ? [id, id] : [id];
      await Promise.all(copies.map((copy) => this.#try(copy)));
    }
  }

  /** Sends an event again, `times` times at once, whatever became of it before; the statuses that came back. */
  redeliver(event: EventRecord, times: number): Promise<number[]> {
    return Promise.all(Array.from({ length: times }, () => this.#send(event)));
  }

  close(): void {
    this.#closed = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#mail?.close();
  }

  #tryAt(id: string, due: number): void {
    if (this.#closed || this.#timers.has(id)) return;
    const timer = setTimeout(
      () => {
        this.#timers.delete(id);
        void this.#try(id);
      },
      Math.max(0, due - Date.now()),
    );
    this.#timers.set(id, timer);
  }

  async #try(id: string): Promise<void> {
    const event = this.books.events.get(id);
    if (event?.due === undefined) return;
    await this.#send(event);
    const after = this.books.events.get(id);
    if (after?.due === undefined) return;
    this.#tryAt(id, Date.now() + FIRST_RETRY_MS * 2 ** (after.deliveries - 1));
  }

  async #send(event: EventRecord): Promise<number> {
    const status = (await this.#mail?.send(JSON.stringify(eventWire(event)))) ?? 0;
    if (this.#closed) return status;
    const deliveries = (this.books.events.get(event.id)?.deliveries ?? 0) + 1;
    const accepted = status >= 200 && status < 300;
    this.books.write({ delivered: { event: event.id, last: accepted || deliveries >= TRIES } });
    return status;
  }
}
