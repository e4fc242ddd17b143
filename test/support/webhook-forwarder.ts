import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Stands at the address that the provider was given before any service had a port, and hands each webhook on to the
 * services in turn, as a load balancer does.
 */
export interface WebhookForwarder {
  readonly url: string;
  /** Who gets the webhooks from now on; nobody: 503. */
  handTo(serviceUrls: readonly string[]): void;
  /** Milliseconds that each webhook is on its way from now on. */
  delayBy(ms: () => number): void;
  close(): Promise<void>;
}

const atOnce = (): number => 0;

export async function startWebhookForwarder(): Promise<WebhookForwarder> {
  let targets: readonly string[] = [];
  let turn = 0;
  let delay = atOnce;
  const server = createServer((incoming, outgoing) => {
    const target = targets[turn++ % Math.max(1, targets.length)];
    const lost = (): void => {
      if (!outgoing.headersSent) outgoing.writeHead(503);
      outgoing.end();
    };
    if (!target) return lost();
    const { method, headers, url } = incoming;
    const onwards = request(`${target}${url}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onwards.on('error', lost);
    setTimeout(() => incoming.pipe(onwards), delay());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/api/webhooks/stripe`,
    handTo: (serviceUrls) => void (targets = serviceUrls),
    delayBy: (ms) => void (delay = ms),
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
