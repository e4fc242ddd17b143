import { contentOf, type Wire } from './wire.js';
import { setTimeout as pause } from 'node:timers/promises';

/** The provider's own books, about everybody who pays through it. */
export interface Ledger {
  readonly charges: readonly Charge[];
  readonly refunds: readonly { readonly charge: string; readonly amount: number; readonly status: string }[];
}

export interface Charge {
  readonly id: string;
  readonly amount: number;
  readonly status: string;
  readonly metadata: { readonly orderId?: string };
  /** How often it was asked for under its key. */
  readonly attempts: number;
}

/** Something that the provider tells, or would tell. */
export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  readonly deliveries: number;
}

/** The sandbox makes an event with its payment and sends it at once. */
const EVENT_WITHIN_MS = 5_000;
const BETWEEN_LOOKS_MS = 25;

/** The sandbox, over the routes with which people play. */
export class Provider {
  constructor(private readonly wire: Wire) {}

  async answers(): Promise<boolean> {
    const { status } = await this.wire.get('/_sandbox/faults').catch(() => ({ status: 0 }));
    return status === 200;
  }

  async ledger(): Promise<Ledger> {
    return contentOf(await this.wire.get('/_sandbox/ledger'), 'The ledger');
  }

  /** What one order was charged, in the order in which it was asked for. */
  async chargesOf(orderId: string): Promise<readonly Charge[]> {
    return (await this.ledger()).charges.filter(({ metadata }) => metadata.orderId === orderId);
  }

  /** What it has to tell of this type because of what is done meanwhile. */
  async eventOf(type: string, work: () => Promise<unknown>): Promise<ProviderEvent | undefined> {
    const known = new Set((await this.events()).map(({ id }) => id));
    await work();
    for (const limit = Date.now() + EVENT_WITHIN_MS; Date.now() < limit; await pause(BETWEEN_LOOKS_MS)) {
      const event = (await this.events()).find((one) => one.type === type && !known.has(one.id));
      if (event) return event;
    }
    return undefined;
  }

  /** Tells an event that often, all at once; the statuses that came back. None where it has no address to tell it to. */
  async tell({ id: eventId }: ProviderEvent, times: number): Promise<readonly number[]> {
    const answer = await this.wire.send('POST', '/_sandbox/webhooks/replay', { eventId, times });
    if (answer.status === 409) return [];
    return contentOf<{ statuses: number[] }>(answer, 'Telling an event again').statuses;
  }

  /** Somebody else's card is declined here: no money moves, and no order of ours knows of it. */
  async declineStranger(): Promise<void> {
    await this.wire.sendForm('/v1/payment_intents', {
      amount: '100',
      currency: 'eur',
      confirm: 'true',
      payment_method: 'pm_card_chargeDeclined',
      'payment_method_types[0]': 'card',
      return_url: 'http://127.0.0.1/',
    });
  }

  private async events(): Promise<readonly ProviderEvent[]> {
    return contentOf<{ items: ProviderEvent[] }>(await this.wire.get('/_sandbox/events'), 'The events').items;
  }
}
