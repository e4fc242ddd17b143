import { NONE_STOPPED, type Stopped } from './layers.js';
import { contentOf, type Wire } from './wire.js';
import { CouldNotAsk } from '../ops/could-not-ask.error.js';
import { randomUUID } from 'node:crypto';

/** A notice of the provider, as an operator reads it. */
export interface Notice {
  readonly id: string;
  readonly eventId: string;
}

const STOPPED = /^ichido_duplicates_stopped_total\{layer="(\w+)"\} (\d+)/gm;

/** The operator of the demo: keeps the stock, reads the counts, presses one lever. */
export class Operator {
  constructor(private readonly wire: Wire) {}

  /** Throws CouldNotAsk where the provider is a real one. */
  async mustHaveSandbox(): Promise<void> {
    const answer = await this.wire.get('/api/operations/sandbox/faults');
    if (answer.status === 404)
      throw new CouldNotAsk('This service has a real payment provider: the demo plays with play money alone.');
    if (answer.status === 401 || answer.status === 403)
      throw new CouldNotAsk('The service does not know the operator key: give its DATA_DIR or ICHIDO_OPERATOR_KEY.');
    contentOf(answer, 'The sandbox');
  }

  /** What the layers of the process that answers have stopped since it was started. */
  async stoppedByLayer(): Promise<Stopped> {
    const { text } = await this.wire.get('/metrics');
    const counted = [...text.matchAll(STOPPED)].map(([, layer = '', count]) => [layer, Number(count)] as const);
    return { ...NONE_STOPPED, ...Object.fromEntries(counted) };
  }

  async shelve(sku: string, name: string, unitPrice: number, onHand: number): Promise<void> {
    const answer = await this.wire.send('PUT', `/api/inventory/${sku}`, { name, unitPrice, currency: 'EUR', onHand });
    contentOf(answer, `Putting ${sku} on the shelf`);
  }

  async onShelf(sku: string): Promise<{ readonly onHand: number; readonly reserved: number }> {
    return contentOf(await this.wire.get(`/api/inventory/${sku}`), sku);
  }

  /** Of the notices that wait for what they are about, the one with this event id. */
  async parkedNotice(eventId: string): Promise<Notice | undefined> {
    const answer = await this.wire.get('/api/operations/inbox?state=parked&limit=100');
    return contentOf<{ items: Notice[] }>(answer, 'The inbox').items.find((notice) => notice.eventId === eventId);
  }

  /** Has a notice looked at again. */
  async lookAgainAt({ id }: Notice): Promise<void> {
    const headers = { 'Idempotency-Key': `demo-${randomUUID()}` };
    await this.wire.send('POST', `/api/operations/inbox/${id}/replay`, { reason: 'The demo presses.' }, headers);
  }
}
