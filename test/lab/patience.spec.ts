import { FrontDoor } from '../../lab/clients/front-door.js';
import { HeardLog } from '../../lab/clients/heard-log.js';
import { untilDecided } from '../../lab/clients/patience.js';
import type { KeyedRequest } from '../../lab/clients/request.js';
import { Tally } from '../../lab/clients/tally.js';
import { Chance } from '../../lab/plan/chance.js';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ORDER: KeyedRequest = { as: 'alice', path: '/api/orders', key: 'k', body: { note: 'same' } };

/** What comes back, in turn; 0 ends the connection instead. */
type Script = readonly { readonly status: number; readonly body?: object; readonly retryAfter?: number }[];

let folder: string;
let server: Server;
let heard: HeardLog;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ichido-lab-patience-'));
  heard = new HeardLog(join(folder, 'heard.jsonl'));
});
afterEach(async () => {
  server.close();
  server.closeAllConnections();
  await heard.close();
  await rm(folder, { recursive: true, force: true });
});

/** Asks a service that answers so; what it was asked, and what the client made of it. */
async function asked(script: Script, patienceMs = 5_000) {
  const requests: string[] = [];
  server = createServer((incoming, outgoing) => {
    const next = script[requests.length] ?? script.at(-1)!;
    const { method, url, headers } = incoming;
    requests.push([method, url, headers['idempotency-key']].filter((word) => word !== undefined).join(' '));
    if (next.status === 0) {
      incoming.socket.destroy();
      return;
    }
    const retryAfter = next.retryAfter === undefined ? {} : { 'retry-after': `${next.retryAfter}` };
    outgoing.writeHead(next.status, retryAfter).end(JSON.stringify(next.body ?? {}));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const answer = await untilDecided(
    new FrontDoor(() => [url], heard, new Tally()),
    ORDER,
    new Chance(1, 'pauses'),
    patienceMs,
  );
  return { requests, status: answer?.status };
}

const AGAIN = 'POST /api/orders k';

describe('a client as the documents tell it to be', () => {
  it('sends the same request under the same key after a lost connection, a 503 and a 429', async () => {
    const script = [{ status: 0 }, { status: 503, retryAfter: 1 }, { status: 429, retryAfter: 1 }, { status: 201 }];
    expect(await asked(script)).toEqual({ requests: [AGAIN, AGAIN, AGAIN, AGAIN], status: 201 });
  });

  it('asks where a 202 tells it to, also when that is not answered at once', async () => {
    const accepted = { status: 202, body: { pollUrl: '/api/idempotency/7' }, retryAfter: 1 };
    const poll = 'GET /api/idempotency/7';
    expect(await asked([accepted, { status: 503 }, accepted, { status: 402 }])).toEqual({
      requests: [AGAIN, poll, poll, poll],
      status: 402,
    });
  });

  it('writes down what the poll tells in the end as the answer of the request that it is about', async () => {
    const accepted = { status: 202, body: { pollUrl: '/api/idempotency/7' }, retryAfter: 1 };
    await asked([accepted, accepted, { status: 503 }, { status: 201, body: { id: 'o' } }]);
    await heard.close();
    const lines = (await readFile(heard.file, 'utf8')).trim().split('\n');
    const { body: sent } = ORDER;
    const keyed = { tenant: 'alice', method: 'POST', path: '/api/orders', key: 'k', sent: JSON.stringify(sent) };
    const poll = { tenant: 'alice', method: 'GET', path: '/api/idempotency/7' };
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      { ...keyed, status: 202, body: JSON.stringify(accepted.body) },
      { ...poll, status: 202, body: JSON.stringify(accepted.body) },
      { ...poll, status: 503, body: '{}' },
      { ...keyed, status: 201, body: '{"id":"o"}' },
    ]);
  });

  it('takes a refusal for an answer', async () => {
    expect(await asked([{ status: 409, body: { code: 'out_of_stock' } }])).toEqual({ requests: [AGAIN], status: 409 });
  });

  it('waits for no person, and not for ever', async () => {
    const attention = { status: 202, body: { pollUrl: '/api/idempotency/7' }, retryAfter: 3_600 };
    expect(await asked([attention])).toEqual({ requests: [AGAIN], status: undefined });
    server.close();
    server.closeAllConnections();
    expect((await asked([{ status: 503 }], 200)).status).toBeUndefined();
  });
});
