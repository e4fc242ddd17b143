import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Bend = (path: string, body: never) => unknown;

/** A provider that answers as the sandbox does, except for what is bent. */
export interface BentProvider {
  readonly url: string;
  /** Bends every answer from now on: gets the path and the body, which it may change. */
  bend(bend: Bend): void;
  close(): Promise<void>;
}

/** @param twins ids that only this provider knows, and the real ones whose answers they get */
export async function startBentProvider(
  sandboxUrl: string,
  twins: Readonly<Record<string, string>>,
): Promise<BentProvider> {
  const real = (url: string): string => url.replace(/pi_\w+/, (id) => twins[id] ?? id);
  let bent: Bend = () => undefined;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const headers = { Authorization: request.headers.authorization! };
    const told = await fetch(sandboxUrl + real(request.url!), { headers });
    const body = (await told.json()) as never;
    bent(request.url!.split('?')[0]!, body);
    response.writeHead(told.status).end(JSON.stringify(body));
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bend: (bend) => void (bent = bend),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
