import { fakeService } from './fake-service.js';
import { Client } from '../../lab/clients/client.js';
import { Tally } from '../../lab/clients/tally.js';
import { wishesOf } from '../../lab/plan/wishes.js';

const SEEDS = Array.from({ length: 10_000 }, (_, seed) => seed);

/** A seed with which a client patiently places an order first, and asks for it again then. */
const TWICE = SEEDS.find((seed) => {
  const wishes = wishesOf(seed, 0);
  const [first, second] = [wishes.next().value, wishes.next().value];
  return first.wants === 'place' && second.wants === 'again' && [first, second].every(isPatient);
})!;

function isPatient({ manner }: { readonly manner: string }): boolean {
  return manner === 'patiently';
}

describe('an order that a client asks for again', () => {
  it('is counted and timed once, and its outcome is learned twice', async () => {
    const over = new AbortController();
    const keys: string[] = [];
    const { door, tally, close } = await fakeService(({ key, nth }) => {
      keys.push(key!);
      if (nth === 2) over.abort();
      return { status: 201, body: { id: 'o', total: 990, status: 'confirmed' } };
    });
    try {
      await new Client(TWICE, 0, 'alice', door).live(over.signal);
      expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
      expect([tally.orders, tally.decided, tally.gaveUp]).toEqual([1, 2, 0]);
      expect(tally.orderTimes.count).toBe(1);
    } finally {
      await close();
    }
  });
});

describe('a client that is told to wait for a person', () => {
  it('goes away without an outcome, which is counted', async () => {
    const over = new AbortController();
    const { door, tally, close } = await fakeService(() => {
      over.abort();
      return { status: 202, body: { pollUrl: '/api/idempotency/7' }, retryAfter: 3_600 };
    });
    try {
      await new Client(TWICE, 0, 'alice', door).live(over.signal);
      expect([tally.orders, tally.decided, tally.gaveUp]).toEqual([1, 0, 1]);
    } finally {
      await close();
    }
  });
});

describe('what a run has asked so far', () => {
  it('is no more changed by what is asked afterwards', () => {
    const tally = new Tally();
    const { requests } = tally;
    tally.asked++;
    tally.answered(200);
    expect([requests, tally.requests]).toEqual([
      { asked: 0, lost: 0, decided: 0, gaveUp: 0, statuses: {} },
      { asked: 1, lost: 0, decided: 0, gaveUp: 0, statuses: { 200: 1 } },
    ]);
  });
});
