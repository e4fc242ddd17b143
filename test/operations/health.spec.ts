import { expectInvariants } from '../support/invariants.js';
import { holdLock } from '../support/held-lock.js';
import { look } from '../support/operator.js';
import { Scene } from '../support/scene.js';
import { until } from '../support/until.js';
import { readFile } from 'node:fs/promises';

interface Health {
  readonly status: string;
  readonly version: string;
  readonly role: string;
  readonly parts: readonly { readonly name: string; readonly state: string; readonly since: string; detail?: string }[];
  readonly workers: readonly { readonly id: string; readonly isAlive: boolean; readonly seenAt: string }[];
  readonly migrations: { readonly applied: number; readonly missing: string[]; readonly unknown: string[] };
}

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ proxied: true });
  // Serves, and leaves the jobs to the first one.
  await scene.join({ ROLE: 'api' });
});
afterAll(() => scene.close());
afterEach(() => expectInvariants(scene));

const [WORKING, SERVING] = [0, 1];

const ready = async (instance = WORKING): Promise<number> =>
  (await scene.get('/health/ready', 'alice', instance)).status;

const untilReady = (status: number): Promise<true> =>
  until(`/health/ready answers ${status}`, async () => (await ready()) === status);

const details = async (instance = WORKING): Promise<Health> => {
  const { status, body } = await scene.get('/api/operations/health', 'operator', instance);
  expect(status).toBe(200);
  return body as Health;
};

const states = ({ parts }: Health): string[] => parts.map(({ name, state }) => `${name} ${state}`);

/** A worker on a machine that is busy may be late for once, so what is expected is waited for. */
const untilStates = (...expected: readonly string[]): Promise<Health> =>
  until(`the parts are ${expected.join(', ')}`, async () => {
    const health = await details();
    return states(health).join() === expected.join() && health;
  });

describe('an instance that can do its work', () => {
  it('tells everybody that it is ready, and nothing else', async () => {
    await untilReady(200);
    const { status, body, headers } = await scene.get('/health/ready');
    expect([status, body]).toEqual([200, { status: 'ok' }]);
    expect(headers['cache-control']).toContain('no-store');
  });

  it('tells operators its parts, its version, who works, and the migrations', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
    await until('the worker was written down', async () => (await details()).workers.length > 0);
    const health = await untilStates('database up', 'migrations up', 'worker up');
    expect(health).toMatchObject({ status: 'ok', version, role: 'all' });
    expect(health.workers).toContainEqual(expect.objectContaining({ isAlive: true }));
    const [row] = await scene.rows<{ n: number }>('SELECT count(*)::int AS n FROM migrations');
    expect(health.migrations).toEqual({ applied: row!.n, missing: [], unknown: [] });
    expect(states(await details(SERVING))).toEqual(['database up', 'migrations up']);
  });

  it('danger: a stranger or a client learns what only operators may: 401, 403', async () => {
    expect((await fetch(`${scene.services[0]!.url}/api/operations/health`)).status).toBe(401);
    const { status, body } = await scene.get('/api/operations/health');
    expect([status, body.code]).toEqual([403, 'role_forbidden']);
  });
});

describe('danger: an instance is sent requests that it cannot carry out', () => {
  it('the database is away: it is not ready, operators are told so all the same, and it comes back', async () => {
    await scene.proxy.cut();
    await untilReady(503);
    const health = await details();
    await scene.proxy.mend();
    expect([health.status, states(health)[0]]).toEqual(['unready', 'database down']);
    expect([health.workers, health.migrations]).toEqual([undefined, undefined]);
    await untilReady(200);
  });

  it('a migration is missing: it is not ready, operators are told which one, and it comes back', async () => {
    const last = 'IndexSagasInTrouble1764000071000';
    const { since } = (await details()).parts[1]!;
    await scene.rows('DELETE FROM migrations WHERE name = $1', [last]);
    const refused = await scene.get('/health/ready');
    expect([refused.status, refused.body.code, refused.text.includes(last)]).toEqual([
      503,
      'service_unavailable',
      false,
    ]);
    expect(await ready(SERVING)).toBe(503);
    const health = await untilStates('database up', 'migrations down', 'worker up');
    expect([health.status, health.migrations.missing]).toEqual(['unready', [last]]);
    expect(health.parts[1]!.detail).toContain(last);
    expect(health.parts[1]!.since).not.toBe(since);
    expect((await details()).parts[1]!.since).toBe(health.parts[1]!.since);
    await scene.rows('INSERT INTO migrations (timestamp, name) VALUES (1764000071000, $1)', [last]);
    await untilReady(200);
    expect(await ready(SERVING)).toBe(200);
  });

  it('its heartbeat is overdue by a lease: it is not ready until the next one, and one that does not work is', async () => {
    const lock = await holdLock(scene, 'LOCK TABLE jobs.workers IN ACCESS EXCLUSIVE MODE');
    await untilReady(503);
    expect(await ready(SERVING)).toBe(200);
    const health = await untilStates('database up', 'migrations up', 'worker down');
    expect(health.status).toBe('unready');
    expect(health.parts[2]!.detail).toMatch(/^No heartbeat for \d+ ms, and its lease is 3000 ms/);
    // Nobody knows who works while nobody can look.
    expect(health.workers).toBeUndefined();
    await lock.release();
    await untilReady(200);
    await untilStates('database up', 'migrations up', 'worker up');
  });

  it('a newer version has migrated already: it goes on', async () => {
    await scene.rows(`INSERT INTO migrations (timestamp, name) VALUES (9999, 'OfTomorrow9999')`);
    await untilReady(200);
    expect((await look(scene, 'health')).body.migrations.unknown).toEqual(['OfTomorrow9999']);
    await scene.rows(`DELETE FROM migrations WHERE name = 'OfTomorrow9999'`);
  });
});
