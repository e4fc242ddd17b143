import type { Address } from './address.js';
import { askAgain, type Outcome } from './asking-again.js';
import { CouldNotAsk } from './could-not-ask.error.js';
import { hear, type Heard } from './heard.js';
import { judged } from './judged.js';
import type { Surroundings } from './surroundings.js';

/** Where a 202 may lead. */
const POLL_URL = /^\/api\/idempotency\/[0-9a-f-]{36}$/;

/** A minute of polling: what is not decided by then waits for somebody else. */
const POLLED_FOR_MS = 60_000;

/** Between two polls, whatever is advised: a person waits. */
const LONGEST_POLL_MS = 5_000;

/** Of a request, what is not the same for all. */
interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What a press came to. */
export interface Pressed<Body> {
  readonly answer: Body;
  readonly wasPressedBefore: boolean;
}

/** Members of a query; those without a value are left out. */
export type Query = Readonly<Record<string, string | undefined>>;

/** The operations API of one service, over HTTP. Answers that are no success are thrown: Refused, CouldNotAsk. */
export class Service {
  /** Milliseconds of the service's clock when it last answered: ages are counted on the clock that wrote them. */
  now = Date.now();

  constructor(
    readonly address: Address,
    private readonly around: Pick<Surroundings, 'say' | 'pause'>,
  ) {}

  /** @param path below `/api/operations` */
  async read<Body>(path: string, query: Query = {}): Promise<Body> {
    const url = this.urlOf(`/api/operations/${path}`);
    for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
    return judged(await this.asked(url), this.address) as Body;
  }

  /**
   * One press under a key, repeated with it while answers are lost, until it is decided.
   * @param again what a person adds to the command to send the very same again
   */
  async press<Body>(path: string, body: object, key: string, again: string): Promise<Body> {
    return (await this.pressed<Body>(path, body, key, again)).answer;
  }

  /** As `press`; tells also whether it was pressed under this key before, by an earlier command. */
  async pressed<Body>(path: string, body: object, key: string, again: string): Promise<Pressed<Body>> {
    const request = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify(body),
    };
    const outcome = await this.asked(this.urlOf(`/api/operations/${path}`), request);
    const answer = judged(await this.decided(outcome, again), this.address, again) as Body;
    return { answer, wasPressedBefore: (outcome.heard?.isReplay ?? false) && !outcome.mayBeDone };
  }

  private urlOf(path: string): URL {
    return new URL(`${this.address.url}${path}`);
  }

  private async asked(url: URL, request: Sent = {}): Promise<Outcome> {
    const headers = { ...request.headers, Authorization: `Bearer ${this.address.key}` };
    const outcome = await askAgain(() => hear(url, { ...request, headers }), this.around);
    this.now = outcome.heard?.at ?? this.now;
    return outcome;
  }

  private async decided(outcome: Outcome, again: string): Promise<Outcome> {
    let [latest, waitedMs] = [outcome, 0];
    for (;;) {
      if (latest.heard?.status !== 202) return latest;
      if (waitedMs >= POLLED_FOR_MS)
        throw new CouldNotAsk(
          `It is not decided after ${POLLED_FOR_MS / 1_000} s: send the same again later, with ${again}.`,
        );
      const pauseMs = Math.min(Math.max(latest.heard.retryAfterMs ?? 0, 1_000), LONGEST_POLL_MS);
      if (waitedMs === 0) this.around.say('Not decided yet; waiting for it.');
      await this.around.pause(pauseMs);
      waitedMs += pauseMs;
      latest = await this.asked(this.urlOf(pollUrlOf(latest.heard)));
    }
  }
}

function pollUrlOf({ body }: Heard): string {
  const { pollUrl } = body as { pollUrl?: string };
  if (pollUrl !== undefined && POLL_URL.test(pollUrl)) return pollUrl;
  throw new CouldNotAsk('What answers there is not this service (a 202 without a pollUrl): correct --url.');
}
