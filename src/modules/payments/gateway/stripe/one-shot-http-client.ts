import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type Stripe from 'stripe';
import { PaymentNotSent, PaymentOutcomeUnknown } from '../payment-gateway.js';
import { StripeAnswer } from './stripe-answer.js';

type MakeRequest = Stripe.HttpClient['makeRequest'];

const errorCode = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : 'no code';

/**
 * Exactly one HTTP request per call, whole answer read before it resolves, `timeout` in milliseconds for all of it.
 *
 * Fails with PaymentNotSent while no connection stood, so that no byte of the request can have left; with
 * PaymentOutcomeUnknown from then on. The errors carry no `code`: the SDK re-sends by itself what looks like a closed
 * connection, even with retries off.
 */
export class OneShotHttpClient implements Stripe.HttpClient {
  readonly #plain = { request: httpRequest, agent: new HttpAgent({ keepAlive: true }), ready: 'connect' };
  // A certificate that does not convince is found out before `secureConnect`, and nothing was sent.
  readonly #secure = { request: httpsRequest, agent: new HttpsAgent({ keepAlive: true }), ready: 'secureConnect' };

  getClientName(): string {
    return 'one-shot';
  }

  makeRequest(...[host, port, path, method, headers, body, protocol, timeout]: Parameters<MakeRequest>) {
    return new Promise<StripeAnswer>((resolve, reject) => {
      const { request: open, agent, ready } = protocol === 'http' ? this.#plain : this.#secure;
      let mayHaveLeft = false;
      let isOver = false;
      const fail = (what: string): void => {
        // The end of the connection's use is told after every answer, too.
        if (isOver) return;
        isOver = true;
        clearTimeout(deadline);
        reject(
          mayHaveLeft
            ? new PaymentOutcomeUnknown(`No complete answer from the payment provider: ${what}`)
            : new PaymentNotSent(`The payment provider could not be reached: ${what}`),
        );
      };

      const request = open({ host, port, path, method, headers, agent });
      // A deadline for the whole exchange: an idle timeout never ends an answer that trickles.
      const deadline = setTimeout(() => {
        fail(`nothing within ${timeout} ms`);
        request.destroy();
      }, timeout);

      request.once('socket', (socket) => {
        // A kept-alive socket is connected already; its reset may come after the provider acted.
        if (socket.connecting) socket.once(ready, () => (mayHaveLeft = true));
        else mayHaveLeft = true;
      });
      request.once('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', (error) => fail(errorCode(error)));
        response.once('end', () => {
          isOver = true;
          clearTimeout(deadline);
          resolve(new StripeAnswer(response.statusCode ?? 0, response.headers, Buffer.concat(chunks).toString('utf8')));
        });
      });
      request.on('error', (error) => fail(errorCode(error)));
      request.once('close', () => fail('closed'));
      request.end(body);
    });
  }
}
