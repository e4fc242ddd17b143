import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createStripeGateway } from '#modules/payments/gateway/stripe/create-stripe-gateway.js';
import type { StripeGateway } from '#modules/payments/gateway/stripe/stripe-gateway.js';

/** What a gateway under test was given and must never show. */
export const SECRET = 'sk_test_SECRET51ichido';
export const METHOD = 'pm_TOKEN4242ichido';
export const SECRETS = /SECRET51|TOKEN4242/;

/** Short, so that a time-out is soon seen, and long beside an answer over loopback. */
export const TIMEOUT_MS = 1_500;

/** What the server does with one complete request. */
export type Move = (response: ServerResponse, request: IncomingMessage) => void;

interface Received {
  readonly request: string;
  readonly headers: IncomingMessage['headers'];
  readonly form: Record<string, string>;
}

/** Answers the n-th request with the n-th move, and remembers what it received. */
export class ScriptedStripe {
  readonly received: Received[] = [];
  connections = 0;
  moves: Move[] = [];
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
      this.received.push({ request: `${request.method} ${request.url}`, headers: request.headers, form });
      const move = this.moves[this.received.length - 1] ?? (() => response.writeHead(418).end());
      move(response, request);
    });
  }).on('connection', () => (this.connections += 1));

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }
  #port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** May be called twice. */
  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** A gateway over that server, or over any other address. */
export const gatewayTo = (apiBase: string): StripeGateway =>
  createStripeGateway({
    provider: 'stripe',
    secretKey: SECRET,
    apiBase,
    timeoutMs: TIMEOUT_MS,
    returnUrl: 'https://shop.example/back',
  });

/** The error that a call ends in; a call that succeeds fails the test. */
export async function failureOf(call: Promise<unknown>): Promise<Error> {
  const outcome = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (outcome instanceof Error) return outcome;
  throw new Error('The call was expected to fail with an error');
}
