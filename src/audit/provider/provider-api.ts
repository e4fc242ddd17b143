import { CouldNotCheck } from '../could-not-check.error.js';

/** Where the provider is and how it is asked. */
export interface ProviderAccess {
  readonly name: 'sandbox' | 'stripe';
  readonly baseUrl: string;
  readonly secretKey: string;
  /** Milliseconds for one request. */
  readonly timeoutMs: number;
}

/** The version whose members are read here (docs.stripe.com/api/versioning). */
const API_VERSION = '2026-10-28.endive';
/** The longest page of docs.stripe.com/api/pagination. */
const PAGE = 100;
/** A busy provider refuses with 429, and a network fails now and then: three tries, a second apart. */
const TRIES = 3;
const BETWEEN_MS = 1_000;

export type Wire = Readonly<Record<string, unknown>>;

/** Reads the provider by plain HTTP. Throws CouldNotCheck when it does not answer as it should. */
export class ProviderApi {
  constructor(private readonly access: ProviderAccess) {}

  /** Every entry of a list, page by page; `since` in Unix seconds. */
  async *list(path: string, parameters: Readonly<Record<string, string>>, since?: number): AsyncGenerator<Wire> {
    const query = new URLSearchParams({ ...parameters, limit: `${PAGE}` });
    if (since !== undefined) query.set('created[gte]', `${since}`);
    for (let more = true; more;) {
      const page = await this.get(`${path}?${query.toString()}`);
      const data = page['data'];
      if (!Array.isArray(data)) throw new CouldNotCheck(`The payment provider answers ${path} with no list.`);
      yield* data as Wire[];
      more = page['has_more'] === true && data.length > 0;
      query.set('starting_after', String((data.at(-1) as Wire | undefined)?.['id']));
    }
  }

  async get(path: string): Promise<Wire> {
    const found = await this.find(path);
    if (found) return found;
    throw cannotBeAsked(`it answers ${path.split('?')[0]} with 404`);
  }

  /** Undefined when the provider has no such thing. */
  async find(path: string): Promise<Wire | undefined> {
    const url = new URL(path, this.access.baseUrl);
    let trouble = '';
    for (let attempt = 1; attempt <= TRIES; attempt++) {
      if (attempt > 1) await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
      try {
        const answer = await fetch(url, {
          headers: { Authorization: `Bearer ${this.access.secretKey}`, 'Stripe-Version': API_VERSION },
          signal: AbortSignal.timeout(this.access.timeoutMs),
        });
        if (answer.ok) return (await answer.json()) as Wire;
        if (answer.status === 404) return undefined;
        trouble = `it answers ${url.pathname} with ${answer.status}`;
        if (answer.status < 500 && answer.status !== 429) break;
      } catch (error) {
        trouble = `${url.host} does not answer (${(error as Error).name})`;
      }
    }
    throw cannotBeAsked(trouble);
  }
}

/** Throws CouldNotCheck when the provider cannot be asked at all, before an hour is spent on everything else. */
export async function mustAnswer(access: ProviderAccess): Promise<void> {
  await new ProviderApi(access).get('/v1/payment_intents?limit=1');
}

const cannotBeAsked = (trouble: string): CouldNotCheck =>
  new CouldNotCheck(
    `The payment provider cannot be asked: ${trouble}. With the sandbox, it has to run, and SANDBOX_PORT or SANDBOX_PSP_URL has to say where.`,
  );
