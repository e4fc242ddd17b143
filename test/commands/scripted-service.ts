import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request as the scripted service has got it. */
export interface Got {
  readonly method: string;
  readonly path: string;
  readonly key?: string;
  readonly body: Record<string, unknown>;
}

/** What it answers: a status, its content and headers, or the end of the connection without a word. */
export type Says = readonly [status: number, body: unknown, headers?: Record<string, string>] | 'nothing';

export interface ScriptedService {
  readonly url: string;
  readonly got: readonly Got[];
  close(): Promise<void>;
}

/** Something on HTTP that answers as it is told to. */
export async function scriptedService(answer: (got: Got, nth: number) => Says): Promise<ScriptedService> {
  const got: Got[] = [];
  const server = createServer((request, response) => {
    void text(request).then((sent) => {
      const { method = '', url = '', headers } = request;
      const body = sent === '' ? {} : (JSON.parse(sent) as Record<string, unknown>);
      got.push({ method, path: url, key: headers['idempotency-key'] as string | undefined, body });
      const said = answer(got.at(-1)!, got.length);
      if (said === 'nothing') return request.socket.destroy();
      const [status, content, more = {}] = said;
      response.writeHead(status, { 'Content-Type': 'application/json', ...more });
      return response.end(typeof content === 'string' ? content : JSON.stringify(content));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    got,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
