import { preparePost } from '../../lab/faults/post-faults.js';
import { PostOffice } from '../../lab/stack/post-office.js';
import { until } from '../support/until.js';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Between two attempts. */
const AT_ONCE_MS = 1;

let recipient: Server;
let office: PostOffice;
/** What the recipient answers, in turn, and then with 200. */
let answers: number[];
let arrived: string[];
let hasArrived: (letters: number) => void;
beforeEach(async () => {
  arrived = [];
  hasArrived = () => undefined;
  answers = [];
  recipient = createServer((incoming, outgoing) => {
    void (async () => {
      for await (const part of incoming) arrived.push(String(part));
      hasArrived(arrived.length);
      outgoing.writeHead(answers.shift() ?? 200).end();
    })();
  }).listen(0, '127.0.0.1');
  await once(recipient, 'listening');
  const url = `http://127.0.0.1:${(recipient.address() as AddressInfo).port}`;
  office = await PostOffice.open(() => [url], AT_ONCE_MS);
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

describe('what the endpoint answers', () => {
  it('is counted by status, whatever the provider makes of it', async () => {
    answers = [503, 500];
    expect([await send('a'), await send('b'), await send('c')]).toEqual([503, 500, 200]);
    expect(office.record.figures).toEqual({ statuses: { 200: 1, 500: 1, 503: 1 }, unanswered: 0, givenUp: 0 });
    expect(office.record.odd).toMatchObject([{ status: 500, count: 1 }]);
  });

  it('is nothing where nobody is there', async () => {
    recipient.close();
    recipient.closeAllConnections();
    expect(await send('a')).toBe(503);
    expect(office.record.figures).toEqual({ statuses: {}, unanswered: 1, givenUp: 0 });
  });
});

describe('a letter that nobody takes', () => {
  const LETTER = { body: '{}', signature: '' };
  const refused = (times: number) => Array.from({ length: times }, () => 503);

  it('is given up after eight attempts, in peace after sixty, which is another thing', async () => {
    answers = refused(8);
    office.bringLater(LETTER);
    await until('it is given up', async () => office.record.givenUp === 1);
    expect([arrived.length, office.record.givenUpInPeace]).toEqual([8, 0]);
    answers = refused(60);
    await office.nothingOwed();
    office.bringLater(LETTER);
    await office.nothingOwed();
    expect([arrived.length, office.record.givenUp, office.record.givenUpInPeace]).toEqual([68, 2, 1]);
  });

  it('has all its attempts again when peace comes in between', async () => {
    // Four before and seven behind it.
    answers = refused(11);
    const peace = Promise.withResolvers<void>();
    hasArrived = (letters) => {
      if (letters === 4) peace.resolve(office.nothingOwed());
    };
    office.bringLater(LETTER);
    await peace.promise;
    expect([arrived.length, office.record.givenUp]).toEqual([12, 0]);
  });
});
