import type { Wanted } from './wanted.js';
import type { Fleet } from '../support/fleet.js';
import type { KeyName } from '../support/environment.js';
import { sent } from '../support/sent.js';
import type { RequestOptions } from '../support/scene.js';
import { until } from '../support/until.js';
import type { Response, Test } from 'supertest';

/** A line of a client's log, as the audit reads it. */
interface Heard {
  readonly tenant: string;
  readonly method: string;
  readonly path: string;
  readonly key?: string;
  readonly sent?: string;
  readonly status: number;
  readonly body: string;
}

/** What is to be asked again (RFC 9110, 15.6.4): a process that stood still may have lost its database. */
const TRIES = 4;
/** Recovery takes two leases, a look at the provider as long again, and the machine may be busy. */
const DECIDED_WITHIN_MS = 30_000;

/** Asks the instances in turn, as often as a client should, and keeps what they have said. */
export class Conversation {
  private turn = 0;
  heard: Heard[] = [];
  private eventsBefore = new Set<string>();

  constructor(private readonly fleet: Fleet) {}

  async begin(): Promise<void> {
    this.heard = [];
    this.eventsBefore = new Set(await this.allEvents());
  }

  /** What was answered under these keys before binds nobody any more. */
  forget(): void {
    this.heard = this.heard.filter(({ key }) => key === undefined);
  }

  async get(path: string, as: KeyName): Promise<Response> {
    return this.patiently(() => this.fleet.scene.get(path, as, this.next()), { as, method: 'GET', path });
  }

  async put(path: string, body: object): Promise<Response> {
    const asked = { as: 'operator' as const, method: 'PUT', path, sent: JSON.stringify(body) };
    return this.patiently(() => this.fleet.scene.put(path, body), asked);
  }

  /** One request under a key; without `waits` it asks for 202. */
  async post({ as, path, body }: Wanted, key: string, waits = true): Promise<Response> {
    const asked = { as, method: 'POST', path, key, sent: JSON.stringify(body) };
    const send = (): Test => {
      const request = this.fleet.scene.post(path, body, { key, as, instance: this.next() });
      return waits ? request : request.set('Prefer', 'respond-async');
    };
    return this.patiently(send, asked);
  }

  /** The final answer, whether it came at once or has to be fetched. */
  async final(answer: Response, { as, path }: Wanted, key: string): Promise<Response> {
    if (answer.status !== 202) return answer;
    const { pollUrl } = answer.body as { pollUrl: string };
    const look = async (): Promise<Response | false> => {
      const polled = await this.get(pollUrl, as);
      return polled.status !== 202 && polled;
    };
    const decided = await until(`${path} under ${key} is decided`, look, DECIDED_WITHIN_MS);
    this.keep({ as, method: 'POST', path, key }, decided);
    return decided;
  }

  /** Ids of what the provider has told since the scenario began, oldest first. */
  async events(): Promise<string[]> {
    return (await this.allEvents()).filter((id) => !this.eventsBefore.has(id)).toReversed();
  }

  /** The provider tells it again, so often at once; what it was answered. */
  async retell(eventId: string, times: number): Promise<number[]> {
    const answer = await fetch(`${this.fleet.scene.sandbox.url}/_sandbox/webhooks/replay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ eventId, times }),
    });
    return ((await answer.json()) as { statuses: number[] }).statuses;
  }

  private async allEvents(): Promise<string[]> {
    const answer = await fetch(`${this.fleet.scene.sandbox.url}/_sandbox/events`);
    return ((await answer.json()) as { items: { id: string }[] }).items.map(({ id }) => id);
  }

  private next(): RequestOptions['instance'] {
    const { alive } = this.fleet;
    return alive[this.turn++ % alive.length]!.service;
  }

  private async patiently(send: () => Test, asked: Asked, tries = TRIES): Promise<Response> {
    const answer = await sent(send());
    this.keep(asked, answer);
    return answer.status === 503 && tries > 1 ? this.patiently(send, asked, tries - 1) : answer;
  }

  private keep({ as, ...asked }: Asked, { status, text }: Response): void {
    this.heard.push({ ...asked, tenant: as === 'operator' ? 'ops' : as, status, body: text });
  }
}

interface Asked extends Pick<Heard, 'method' | 'path' | 'key' | 'sent'> {
  readonly as: KeyName;
}
