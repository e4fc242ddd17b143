import type { Letter } from './letter.js';
import { PostRecord } from './post-record.js';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** What becomes of the next letter instead of being handed on; answers the status that the provider is told. */
export type Mishap = (letter: Letter, office: PostOffice) => Promise<number>;

/** Longer than an instance is stopped for. */
const DELIVERED_WITHIN_MS = 10_000;
/** Nobody is there: the provider will come again. */
const NOBODY = 503;
/** A letter that the office has taken over is brought again and again, as the provider would. */
const ATTEMPTS = 8;
/** Half a minute: whoever has lost all his connections a moment ago may still be busy with that. */
const ATTEMPTS_IN_PEACE = 60;
const BETWEEN_ATTEMPTS_MS = 500;

/** Stands between the provider and the instances, hands webhooks on to them in turn, and loses some when told to. */
export class PostOffice {
  readonly url: string;
  readonly record = new PostRecord();
  private readonly mishaps: Mishap[] = [];
  private readonly owed = new Set<Promise<void>>();
  private readonly hurry = new AbortController();
  private isPeace = false;
  private isClosed = false;
  private turn = 0;

  private constructor(
    private readonly server: Server,
    private readonly recipients: () => readonly string[],
    private readonly betweenAttemptsMs: number,
  ) {
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/webhooks/stripe`;
  }

  static async open(recipients: () => readonly string[], betweenAttemptsMs = BETWEEN_ATTEMPTS_MS): Promise<PostOffice> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const office = new PostOffice(server, recipients, betweenAttemptsMs);
    server.on('request', (incoming: IncomingMessage, outgoing) => {
      void office.receive(incoming).then((status) => outgoing.writeHead(status).end());
    });
    return office;
  }

  /** For the next letter that nothing else has been planned for. */
  prepare(mishap: Mishap): void {
    this.mishaps.push(mishap);
  }

  /** From now on every letter arrives, and what was to come late comes now. */
  clear(): void {
    this.mishaps.length = 0;
    this.hurry.abort();
  }

  /** Takes a letter over, and brings it after that long. */
  bringLater(letter: Letter, afterMs = 0): void {
    const brought = pause(afterMs, undefined, { signal: this.hurry.signal })
      .catch(() => undefined)
      .then(() => this.bring(letter))
      .finally(() => this.owed.delete(brought));
    this.owed.add(brought);
  }

  /** Everybody serves: whatever is still owed is brought now. Returns when the office has no letter any more that it has taken over. */
  async nothingOwed(): Promise<void> {
    this.isPeace = true;
    await Promise.all(this.owed);
  }

  /** The status of one delivery to whoever's turn it is. */
  async deliver({ body, signature }: Letter): Promise<number> {
    const urls = this.recipients();
    const url = urls[this.turn++ % Math.max(1, urls.length)];
    if (url === undefined) return this.nobody();
    try {
      const answer = await fetch(`${url}/api/webhooks/stripe`, {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
        body,
        signal: AbortSignal.timeout(DELIVERED_WITHIN_MS),
      });
      this.record.answered(answer.status, await answer.text());
      return answer.status;
    } catch {
      return this.nobody();
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.clear();
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  private nobody(): number {
    this.record.unanswered++;
    return NOBODY;
  }

  /**
   * Until somebody takes it, for a letter that the provider believes to have arrived. When everybody serves again it has
   * all its attempts again: what was broken before says nothing of later.
   */
  private async bring(letter: Letter): Promise<void> {
    let [attempts, inPeace] = [0, this.isPeace];
    while (attempts < (inPeace ? ATTEMPTS_IN_PEACE : ATTEMPTS) && !this.isClosed) {
      if ((await this.deliver(letter)) < 300) return;
      await pause(this.betweenAttemptsMs);
      attempts = inPeace === this.isPeace ? attempts + 1 : 0;
      inPeace = this.isPeace;
    }
    if (!this.isClosed) this.record.gaveUp(inPeace);
  }

  private async receive(incoming: IncomingMessage): Promise<number> {
    const parts: Buffer[] = [];
    try {
      for await (const part of incoming) parts.push(part as Buffer);
    } catch {
      return NOBODY;
    }
    const letter = {
      body: Buffer.concat(parts).toString('utf8'),
      signature: String(incoming.headers['stripe-signature']),
    };
    const mishap = this.mishaps.shift();
    return mishap ? mishap(letter, this) : this.deliver(letter);
  }
}
