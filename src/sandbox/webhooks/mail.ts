import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { signatureHeader } from './signature.js';

/** A receiver that takes longer than this counts as one that failed. */
const TIMEOUT_MS = 10_000;
/** Enough to be served in parallel, few enough not to drown a receiver that shares the machine. */
const CONNECTIONS = 16;

/** Sends signed webhook requests to one address. */
export class Mail {
  readonly #agent: HttpAgent;

  constructor(
    private readonly url: string,
    private readonly secret: string,
  ) {
    const options = { keepAlive: true, maxSockets: CONNECTIONS };
    this.#agent = url.startsWith('https:') ? new HttpsAgent(options) : new HttpAgent(options);
  }

  /** The status that came back; 0 when none did. Never rejects. */
  send(body: string): Promise<number> {
    return new Promise((resolve) => {
      const request = (this.url.startsWith('https:') ? httpsRequest : httpRequest)(
        this.url,
        {
          method: 'POST',
          agent: this.#agent,
          timeout: TIMEOUT_MS,
          headers: {
            'Content-Type': 'application/json; charset=utf-8',
            'Content-Length': Buffer.byteLength(body),
            'User-Agent': 'Ichido-Sandbox/1.0',
            'Stripe-Signature': signatureHeader(body, this.secret, Date.now()),
          },
        },
        (response) => {
          response.on('error', () => resolve(0)).on('end', () => resolve(response.statusCode ?? 0));
          response.resume();
        },
      );
      request.on('timeout', () => request.destroy()).on('error', () => resolve(0));
      request.on('close', () => resolve(0));
      request.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
