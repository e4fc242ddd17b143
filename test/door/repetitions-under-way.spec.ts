import { Door } from './support/open-door.js';
import { arrive, BRIEFLY_MS, LONG_TTL_MS, parcelOf, parcels } from './support/parcels.js';
import { holdLock } from '../support/held-lock.js';
import { until } from '../support/until.js';
import { Decisions } from '#modules/idempotency/decisions.js';
import { jest } from '@jest/globals';

let door: Door;
beforeAll(async () => void (door = await Door.open(parcels)));
afterAll(() => door.close());

let waits: jest.SpiedFunction<Decisions['wait']>;
beforeEach(() => void (waits = jest.spyOn(door.app.get(Decisions, { strict: false }), 'wait')));
afterEach(() => waits.mockRestore());

/** Returns when this many requests wait for a decision. */
const untilWaiting = (count: number): Promise<true> =>
  until(`${count} wait`, async () => waits.mock.calls.filter(([, ms]) => ms > 0).length >= count || undefined).then(
    () => true,
  );

const to = { to: 'home' };
const AT_ONCE = 'respond-async';

/** A parcel that is under way under a key. */
async function underWay(route: string, key: string): Promise<string> {
  const first = await door.post(`/api/parcels/${route}`, to, { key, prefer: AT_ONCE });
  expect(first.status).toBe(202);
  return (first.body as { pollUrl: string }).pollUrl;
}

const sagasOf = (key: string): Promise<object[]> =>
  door.rows('SELECT saga_id FROM idempotency.records WHERE key = $1', [key]);

/** Until the decision it is the test that keeps everybody waiting, so this long shows who did not wait. */
const timed = async <T>(work: PromiseLike<T>): Promise<[result: T, ms: number]> => {
  const began = performance.now();
  return [await work, performance.now() - began];
};

describe('a repetition of a request under way, where it is accepted', () => {
  it('is answered 202 without waiting, and with Prefer as long as that says', async () => {
    const pollUrl = await underWay('accepted', 'accepted');
    const again = await door.post('/api/parcels/accepted', to, { key: 'accepted' });
    expect([again.status, again.body.pollUrl]).toEqual([202, pollUrl]);

    const patient = door.post('/api/parcels/accepted', to, { key: 'accepted', prefer: 'wait=20' }).then((it) => it);
    await untilWaiting(1);
    await arrive(door, 'accepted');
    const decided = await patient;
    expect([decided.status, decided.headers['preference-applied']]).toEqual([201, 'wait=20']);
    expect(decided.headers['idempotent-replayed']).toBe('true');
  });
});

describe('a repetition of a request under way, where it waits', () => {
  it('gets the decision', async () => {
    await underWay('wait', 'waits');
    const again = door.post('/api/parcels/wait', to, { key: 'waits' }).then((it) => it);
    await untilWaiting(1);
    await arrive(door, 'waits');
    const decided = await again;
    expect([decided.status, decided.body.id]).toEqual([201, await parcelOf(door, 'waits')]);
    expect(decided.headers['idempotent-replayed']).toBe('true');
  });

  it('gets 202 when its time is over, and at once with Prefer: wait=0', async () => {
    const pollUrl = await underWay('briefly', 'too-long');
    const [again, ms] = await timed(door.post('/api/parcels/briefly', to, { key: 'too-long' }));
    expect([again.status, again.body.pollUrl]).toEqual([202, pollUrl]);
    expect(ms).toBeGreaterThanOrEqual(BRIEFLY_MS - 1);
    const hurried = await door.post('/api/parcels/briefly', to, { key: 'too-long', prefer: 'wait=0' });
    expect([hurried.status, hurried.headers['preference-applied']]).toEqual([202, 'wait=0']);
  });

  it('danger: two at once wake as two: both get the one decision, and nothing is done twice', async () => {
    const sent = ['first', 'second', 'third'].map(() =>
      door.post('/api/parcels/wait', to, { key: 'at-once' }).then((it) => it),
    );
    await untilWaiting(3);
    await arrive(door, 'at-once');
    const answers = await Promise.all(sent);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const replays = answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true');
    expect(replays).toHaveLength(2);
    expect(await sagasOf('at-once')).toHaveLength(1);
  });
});

describe('a repetition of a request under way, where that is a conflict', () => {
  it('is refused and told where and when to ask; the decision is replayed afterwards', async () => {
    const pollUrl = await underWay('conflict', 'busy');
    const again = await door.post('/api/parcels/conflict', to, { key: 'busy' });
    expect(again.status).toBe(409);
    expect(again.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(again.body).toMatchObject({ code: 'idempotency_key_in_use', instance: pollUrl, retry: 'same-key' });
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(0);
    expect(again.headers).not.toHaveProperty('idempotent-replayed');

    await arrive(door, 'busy');
    const decided = await door.post('/api/parcels/conflict', to, { key: 'busy' });
    expect([decided.status, decided.headers['idempotent-replayed']]).toEqual([201, 'true']);
  });

  it('is told first that the content is another one', async () => {
    await underWay('conflict', 'other');
    const other = await door.post('/api/parcels/conflict', { to: 'away' }, { key: 'other' });
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_key_reused']);
  });

  it('waits for the decision if it prefers to', async () => {
    await underWay('conflict', 'prefers');
    const again = door.post('/api/parcels/conflict', to, { key: 'prefers', prefer: 'wait=20' }).then((it) => it);
    await untilWaiting(1);
    await arrive(door, 'prefers');
    expect((await again).status).toBe(201);
  });

  it('danger: it comes while the first one commits and finds no record yet: refused, never a second parcel', async () => {
    const lock = await holdLock(door, 'LOCK TABLE saga.sagas IN EXCLUSIVE MODE');
    const options = { key: 'committing', prefer: AT_ONCE };
    const sent = [0, 1].map(() => door.post('/api/parcels/conflict', to, options).then((it) => it));
    await lock.untilWaiting(2);
    await lock.release();
    const answers = await Promise.all(sent);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409]);
    expect(answers.map(({ body }) => body.code)).toContain('idempotency_key_in_use');
    expect(await sagasOf('committing')).toHaveLength(1);
  });
});

describe('an answer with a life of its own', () => {
  it('lives as long as its route says, from the decision', async () => {
    for (const [route, ttlMs] of [
      ['accepted', LONG_TTL_MS],
      ['conflict', 86_400_000],
    ] as const) {
      await underWay(route, `life-${route}`);
      await arrive(door, `life-${route}`);
      expect((await door.records(`life-${route}`)).map(({ ttl_ms }) => Number(ttl_ms))).toEqual([ttlMs]);
    }
  });
});

describe('a member that the fingerprint leaves out', () => {
  it('may differ; every other member may not, and defaults are still the same as nothing', async () => {
    const send = (body: object) => door.post('/api/parcels/accepted', body, { key: 'ignored' });
    await underWay('accepted', 'ignored');
    for (const same of [{ note: 'ring twice' }, { note: 'do not ring' }, { wrapping: 'paper', note: '' }]) {
      expect((await send({ ...to, ...same })).status).toBe(202);
    }
    expect((await send({ ...to, wrapping: 'foil' })).body.code).toBe('idempotency_key_reused');
    expect(await sagasOf('ignored')).toHaveLength(1);
  });
});
