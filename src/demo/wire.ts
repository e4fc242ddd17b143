import { CouldNotAsk } from '../ops/could-not-ask.error.js';

/** An answer, read to its end. */
export interface Answered {
  readonly status: number;
  readonly text: string;
  readonly isReplay: boolean;
}

/** What is not the same for all. */
interface Sent {
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | URLSearchParams;
}

/** The longest that the service is asked to wait for a decision, and a margin. */
const ANSWER_WITHIN_MS = 40_000;

/** HTTP to one address as one caller. Throws CouldNotAsk when there is no answer. */
export class Wire {
  constructor(
    private readonly url: string,
    private readonly key?: string,
  ) {}

  get(path: string): Promise<Answered> {
    return this.send('GET', path);
  }

  send(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Answered> {
    const content = body && { 'Content-Type': 'application/json' };
    return this.ask(path, { method, headers: { ...headers, ...content }, body: body && JSON.stringify(body) });
  }

  /** As a form, which is what the provider reads. */
  sendForm(path: string, fields: Record<string, string>): Promise<Answered> {
    return this.ask(path, { method: 'POST', body: new URLSearchParams(fields) });
  }

  private async ask(path: string, request: Sent): Promise<Answered> {
    const headers = { ...request.headers, ...(this.key === undefined ? {} : { Authorization: `Bearer ${this.key}` }) };
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    try {
      const answer = await fetch(`${this.url}${path}`, { ...request, headers, signal });
      const isReplay = answer.headers.get('idempotent-replayed') === 'true';
      return { status: answer.status, text: await answer.text(), isReplay };
    } catch {
      throw new CouldNotAsk(`No answer from ${this.url}: look whether it still runs, then start this again.`);
    }
  }
}

/** The content of a successful answer. Throws CouldNotAsk with what came instead. */
export function contentOf<Body>({ status, text }: Answered, asked: string): Body {
  if (status >= 200 && status < 300) return JSON.parse(text) as Body;
  if (status === 429) throw new CouldNotAsk('The rate limit stops the storm: start the service without RATE_LIMIT.');
  throw new CouldNotAsk(`${asked} was answered ${status}: ${text.slice(0, 200)}`);
}
