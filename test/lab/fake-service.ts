import { FrontDoor } from '../../lab/clients/front-door.js';
import { HeardLog } from '../../lab/clients/heard-log.js';
import { Tally } from '../../lab/clients/tally.js';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What somebody asked, and what comes back. */
export type Answering = (asked: { readonly key?: string; readonly nth: number }) => {
  readonly status: number;
  readonly body?: object;
  readonly retryAfter?: number;
};

/** A service that answers so, behind the door that the clients of the lab use. */
export async function fakeService(answering: Answering) {
  const folder = await mkdtemp(join(tmpdir(), 'ichido-lab-fake-'));
  const heard = new HeardLog(join(folder, 'heard.jsonl'));
  let nth = 0;
  const server = createServer((incoming, outgoing) => {
    const key = incoming.headers['idempotency-key'];
    const {
      status,
      body = {},
      retryAfter,
    } = answering({ nth: ++nth, ...(key === undefined ? {} : { key: String(key) }) });
    outgoing
      .writeHead(status, retryAfter === undefined ? {} : { 'retry-after': `${retryAfter}` })
      .end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const door = new FrontDoor(() => [url], heard, new Tally());
  const close = async (): Promise<void> => {
    server.close();
    server.closeAllConnections();
    await heard.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { door, tally: door.tally, close };
}
