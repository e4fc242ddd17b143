import { preparePost } from '../../lab/faults/post-faults.js';
import { PostOffice } from '../../lab/stack/post-office.js';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

let recipient: Server;
let office: PostOffice;
let arrived: string[];
beforeEach(async () => {
  arrived = [];
  recipient = createServer((incoming, outgoing) => {
    void (async () => {
      for await (const part of incoming) arrived.push(String(part));
      outgoing.writeHead(200).end();
    })();
  }).listen(0, '127.0.0.1');
  await once(recipient, 'listening');
  office = await PostOffice.open(() => [`http://127.0.0.1:${(recipient.address() as AddressInfo).port}`]);
});
afterEach(async () => {
  await office.close();
  recipient.close();
  recipient.closeAllConnections();
});

const send = async (body: string): Promise<number> => (await fetch(office.url, { method: 'POST', body })).status;

describe('a letter that was to come late', () => {
  it('is told to have arrived, and is brought at once when nothing is to be broken any more', async () => {
    let happened = 0;
    const latest = { at: 0, kind: 'webhook late', instance: 0, extent: 0.999 } as const;
    preparePost(office, latest.kind, latest, () => happened++);
    expect([await send('late'), happened, arrived]).toEqual([200, 1, []]);
    const began = performance.now();
    office.clear();
    await office.nothingOwed();
    expect(arrived).toEqual(['late']);
    // It was to come after more than four seconds.
    expect(performance.now() - began).toBeLessThan(4_000);
  });
});
