import type Stripe from 'stripe';

/** The error type that stands for an answer which is not in Stripe's format (a proxy's page, a truncated body). */
export const UNREADABLE = 'unreadable_answer';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/**
 * A complete HTTP answer. Whatever is not in Stripe's format becomes an error envelope of type `UNREADABLE`: left alone,
 * the SDK forgets the status of a body that is not JSON, and takes a 5xx without an `error` member for a success.
 */
export class StripeAnswer implements Stripe.HttpClientResponse {
  constructor(
    private readonly status: number,
    private readonly headers: Record<string, string | string[] | undefined>,
    private readonly body: string,
  ) {}

  getStatusCode(): number {
    return this.status;
  }

  getHeaders(): Record<string, string> {
    return Object.fromEntries(Object.entries(this.headers).map(([name, value]) => [name, String(value)]));
  }

  /** The SDK decorates this object and hangs it on the result; it never holds the body. */
  getRawResponse(): object {
    return {};
  }

  toStream(): never {
    throw new Error('Payments are never streamed');
  }

  toJSON(): Promise<Json> {
    const answer = parsed(this.body);
    const success = this.status >= 200 && this.status < 300;
    const readable =
      isObject(answer) && (success || (isObject(answer['error']) && typeof answer['error']['type'] === 'string'));
    return Promise.resolve(readable ? answer : { error: { type: UNREADABLE, message: 'Not an answer of Stripe' } });
  }
}
