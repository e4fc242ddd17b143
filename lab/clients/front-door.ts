import type { HeardLog } from './heard-log.js';
import { type Answer, isDecided, type KeyedRequest } from './request.js';
import type { Tally } from './tally.js';
import type { Chance } from '../plan/chance.js';
import { type KeyName, KEYS } from '../../test/support/environment.js';

/** A client that hears nothing for this long asks elsewhere; stopped instances answer nobody. */
const ANSWER_WITHIN_MS = 5_000;

/** What API_KEYS calls whom the tests call otherwise. */
const TENANTS: Readonly<Partial<Record<KeyName, string>>> = { operator: 'ops' };

/** Operators may read everybody's data, which is no leak: of theirs only what is about no tenant is written down. */
const isHeard = (as: KeyName, path: string): boolean => as !== 'operator' || path.startsWith('/api/inventory/');

interface Asked {
  readonly as: KeyName;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly key?: string;
  readonly body?: object;
  /** The request of which it is asked what became. */
  readonly about?: KeyedRequest;
}

/** The instances as a caller finds them behind one address: any of them, or nobody. */
export class FrontDoor {
  constructor(
    private readonly doors: () => readonly string[],
    private readonly heard: HeardLog,
    readonly tally: Tally,
  ) {}

  send({ as, path, key, body }: KeyedRequest, by: Chance, withinMs?: number): Promise<Answer | undefined> {
    return this.ask({ as, method: 'POST', path, key, body }, by, withinMs);
  }

  get(as: KeyName, path: string, by: Chance): Promise<Answer | undefined> {
    return this.ask({ as, method: 'GET', path }, by);
  }

  /** What it tells in the end is the answer of that request itself, byte for byte (docs/idempotency.md, Polling). */
  poll(request: KeyedRequest, pollUrl: string, by: Chance): Promise<Answer | undefined> {
    return this.ask({ as: request.as, method: 'GET', path: pollUrl, about: request }, by);
  }

  put(as: KeyName, path: string, body: object, by: Chance): Promise<Answer | undefined> {
    return this.ask({ as, method: 'PUT', path, body }, by);
  }

  /** Undefined when no whole answer came within `withinMs`. */
  private async ask(asked: Asked, by: Chance, withinMs = ANSWER_WITHIN_MS): Promise<Answer | undefined> {
    const doors = this.doors();
    this.tally.asked++;
    if (doors.length === 0) return this.lost();
    const { as, method, path, key } = asked;
    const sent = sentIn(asked);
    try {
      const response = await fetch(`${by.pick(doors)}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${KEYS[as]}`,
          ...(key === undefined ? {} : { 'idempotency-key': key }),
          ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: sent,
        signal: AbortSignal.timeout(withinMs),
      });
      const text = await response.text();
      const { status, headers } = response;
      this.tally.answered(status);
      const retryAfter = Number(headers.get('retry-after') ?? Number.NaN);
      const told = { status, text, body: objectIn(text), ...(Number.isFinite(retryAfter) ? { retryAfter } : {}) };
      this.writeDown(asked, told);
      return told;
    } catch {
      return this.lost();
    }
  }

  /** A request that was decided by the time it was polled was answered so, whichever way that was heard. */
  private writeDown(asked: Asked, answer: Answer): void {
    const { about } = asked;
    const { as, method, path, key, body } = about && isDecided(answer) ? { ...about, method: 'POST' } : asked;
    if (!isHeard(as, path)) return;
    const { status, text } = answer;
    this.heard.write({ tenant: TENANTS[as] ?? as, method, path, key, sent: sentIn({ body }), status, body: text });
  }

  private lost(): undefined {
    this.tally.lost++;
  }
}

const sentIn = ({ body }: Pick<Asked, 'body'>): string | undefined => body && JSON.stringify(body);

function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
