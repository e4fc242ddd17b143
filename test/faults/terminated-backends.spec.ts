import { type ChildService, STARTED_WITHIN_MS } from '../support/child-service.js';
import { expectInvariants, untilQuiet } from '../support/invariants.js';
import { Scene } from '../support/scene.js';
import { until } from '../support/until.js';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';

const TO_TERMINATE = 200;
const AT_ONCE = 20;
const DB_POOL = 12;
/** Half of DB_POOL reads, half commits; four serve the queue, two the relay; one of its own listens to decisions. */
const MOST_CONNECTIONS = DB_POOL + 4 + 2 + 1;

let scene: Scene;
let service: ChildService;
beforeAll(async () => {
  scene = await Scene.open({ instances: 0, env: { LEASE: '1s', DB_POOL: `${DB_POOL}` } });
  service = await scene.launch();
  await scene.stock('TEA', 10_000);
}, STARTED_WITHIN_MS);
afterAll(() => scene.close());

/** Resident megabytes. */
const memory = async (): Promise<number> => {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', `${service.pid}`]);
  return Number(stdout) / 1024;
};

const terminateAll = async (): Promise<number> => {
  const rows = await scene.rows(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'ichido%'`,
  );
  return rows.length;
};

/** The state of each of the service's connections. */
const connections = async (): Promise<string[]> =>
  (
    await scene.rows<{ state: string }>(
      `SELECT state FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'ichido%'`,
    )
  ).map(({ state }) => state);

/** The same order until it is confirmed, however often its caller is told to come back. */
const untilConfirmed = (key: string) =>
  until(
    `${key} is confirmed`,
    async () => {
      const { status } = await scene.place({}, { key }).set('Prefer', 'wait=5');
      expect([201, 202, 503]).toContain(status);
      return status === 201;
    },
    STARTED_WITHIN_MS,
  );

/** Callers that order one thing after the other until it is over; returns how many orders that were. */
const load = async (isOver: () => boolean): Promise<number> => {
  const counts = await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      let orders = 0;
      for (; !isOver(); orders++) await untilConfirmed(randomUUID());
      return orders;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
};

describe('B064 B065 200 backends are terminated under load', () => {
  it(
    'every order is confirmed once; afterwards the pools are idle, the memory is what it was, and 20 orders pass at once',
    async () => {
      for (let warm = 0; warm < 3; warm++) await Promise.all(Array.from({ length: AT_ONCE }, () => scene.place()));
      const before = await memory();

      let terminated = 0;
      const orders = load(() => terminated >= TO_TERMINATE);
      while (terminated < TO_TERMINATE) {
        const gone = await terminateAll();
        terminated += gone;
        // Only connections that were made anew are terminated again.
        await until('it has connected again', async () => (await connections()).length >= 4, STARTED_WITHIN_MS);
      }
      expect(await orders).toBeGreaterThanOrEqual(AT_ONCE);
      await untilQuiet(scene, STARTED_WITHIN_MS);

      const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => scene.place()));
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: AT_ONCE }, () => 201));
      await expectInvariants(scene);
      // What was given up a moment ago is still there until its backend has read so.
      const rest = await until('every connection is idle, and none is left over', async () => {
        const states = await connections();
        return states.every((state) => state === 'idle') && states.length <= MOST_CONNECTIONS && states;
      });
      expect(rest.length).toBeGreaterThan(0);
      expect(service.alive).toBe(true);
      expect(await memory()).toBeLessThan(1.5 * before);
      const { refunds } = await scene.ledger();
      expect(refunds).toEqual([]);
    },
    5 * STARTED_WITHIN_MS,
  );
});
