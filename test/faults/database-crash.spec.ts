import { type ChildService, STARTED_WITHIN_MS } from '../support/child-service.js';
import { expectInvariants } from '../support/invariants.js';
import { type OwnServer, startOwnServer } from '../support/own-server.js';
import { Scene } from '../support/scene.js';
import { sent } from '../support/sent.js';
import { until } from '../support/until.js';

const ORDERS = Array.from({ length: 20 }, (_, n) => `crash-${n}`);
/** Decided, under way, or come back later. */
const PATIENT = [201, 202, 503];

let server: OwnServer;
let scene: Scene;
let instances: ChildService[];
beforeAll(async () => {
  server = await startOwnServer();
  scene = await Scene.open({ instances: 0, database: server.database, env: { LEASE: '1s' } });
  instances = [await scene.launch(), await scene.launch()];
  await scene.stock('TEA', 100);
}, 3 * STARTED_WITHIN_MS);
afterAll(() => scene.close());

const confirmed = async (): Promise<number> => {
  const [row] = await scene.rows<{ count: number }>(
    `SELECT count(*)::int AS count FROM orders.orders WHERE status = 'confirmed'`,
  );
  return row!.count;
};

const captures = async (): Promise<number> => (await scene.ledger()).charges.length;

/** The same request until it is decided; before that it may only be told to wait or to come back. */
const untilDecided = (key: string) =>
  until(
    `${key} is decided`,
    async () => {
      const answer = await scene.place({}, { key });
      expect(PATIENT).toContain(answer.status);
      return answer.status === 201 && answer;
    },
    STARTED_WITHIN_MS,
  );

describe('B064 B157 the database crashes twice under the load of twenty orders', () => {
  it(
    'every order is confirmed in the end, nothing is undone, nobody is charged twice, and both instances live',
    async () => {
      // Slow enough that the crashes find orders before, in and behind their capture.
      await scene.arm({ kind: 'delay', ms: 300 }, undefined, ORDERS.length);
      const asked = ORDERS.map((key, n) => sent(scene.place({}, { key, instance: instances[n % 2] })));
      await until('the provider is busy', async () => (await captures()) >= 3);
      await server.crash();
      await server.start();
      await until('it goes on', async () => (await captures()) >= 8, STARTED_WITHIN_MS);
      await server.crash();
      const statuses = (await Promise.all(asked)).map(({ status }) => status);
      expect(statuses.filter((status) => !PATIENT.includes(status))).toEqual([]);
      await server.start();

      await Promise.all(ORDERS.map(untilDecided));
      expect(await confirmed()).toBe(ORDERS.length);
      const { charges, refunds } = await scene.ledger();
      expect({ charges: charges.length, refunds }).toEqual({ charges: ORDERS.length, refunds: [] });
      expect(instances.map(({ alive }) => alive)).toEqual([true, true]);
      await expectInvariants(scene, { quietWithinMs: STARTED_WITHIN_MS });
    },
    6 * STARTED_WITHIN_MS,
  );
});
