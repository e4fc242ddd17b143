import { type ChildService, STARTED_WITHIN_MS } from '../support/child-service.js';
import { holdLock } from '../support/held-lock.js';
import { expectInvariants } from '../support/invariants.js';
import { orderOf } from '../support/left-order.js';
import { postAndLeave } from '../support/raw-post.js';
import { Scene } from '../support/scene.js';
import { sent } from '../support/sent.js';
import { until } from '../support/until.js';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';

const GRACE_MS = 10_000;

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({
    instances: 0,
    env: { SHUTDOWN_GRACE: `${GRACE_MS}ms`, LEASE: '2s', PSP_TIMEOUT: '30s', LOG_LEVEL: 'warn' },
  });
}, STARTED_WITHIN_MS);
afterAll(() => scene.close());

/** A client that has connected in advance and asks for nothing. */
async function silentClient(url: string): Promise<{ readonly closed: Promise<unknown> }> {
  const socket = connect(Number(new URL(url).port), new URL(url).hostname).on('error', () => undefined);
  await once(socket, 'connect');
  return { closed: once(socket.resume(), 'close') };
}

/** A client that has asked once and keeps its connection for later. */
async function idleClient(url: string): Promise<{ readonly closed: Promise<unknown> }> {
  const agent = new Agent({ keepAlive: true });
  const request = get(`${url}/health/live`, { agent });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  const closed = once(answer.socket, 'close');
  answer.resume();
  await once(answer, 'end');
  return { closed };
}

describe('danger: a shutdown cuts requests off, or never ends', () => {
  let first: ChildService;

  it(
    'B152 everybody is answered, new ones are sent elsewhere, idle connections hold nobody up, and it ends in time',
    async () => {
      first = await scene.launch();
      await scene.stock('TEA', 10);
      const idle = await idleClient(first.url);
      const place = (key: string, paymentMethod: string, wait: number) =>
        sent(scene.place({ paymentMethod }, { key, instance: first }).set('Prefer', `wait=${wait}`));
      const running = place('runs', 'pm_sandbox_delay_3000', 20);
      const patient = place('waits', 'pm_sandbox_delay_9000', 30);
      await Promise.all([scene.claimed('runs'), scene.claimed('waits')]);
      await until('both are asked for', async () => {
        const [row] = await scene.rows<{ locked: number }>(
          'SELECT count(*)::int AS locked FROM graphile_worker._private_jobs WHERE locked_at IS NOT NULL',
        );
        return row!.locked === 2;
      });

      const begun = Date.now();
      const end = first.terminate();
      await until('it lets nobody in', async () => (await scene.get('/api/orders', 'alice', first)).status === 503);
      const refused = await scene.place({}, { key: 'new', instance: first });
      expect(refused.status).toBe(503);
      expect([refused.body.code, refused.headers['connection']]).toEqual(['service_unavailable', 'close']);
      expect(refused.headers['x-request-id']).toBe(refused.body.traceId);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);

      expect((await scene.get('/health/ready', 'alice', first)).status).toBe(503);
      expect((await scene.get('/health/live', 'alice', first)).status).toBe(200);

      const [ran, waited] = await Promise.all([running, patient]);
      expect([ran.status, ran.body.status, ran.headers['connection']]).toEqual([201, 'confirmed', 'close']);
      expect([waited.status, waited.body.status]).toEqual([202, 'processing']);
      await idle.closed;
      expect(await end).toBe(0);
      expect(Date.now() - begun).toBeLessThan(GRACE_MS);
      expect(first.log).not.toMatch(/pool after calling end|"level":(50|60)/);
      expect(await scene.rows(`SELECT 1 FROM idempotency.records WHERE key = 'new'`)).toEqual([]);
    },
    2 * STARTED_WITHIN_MS,
  );

  it(
    'B081 B152 what was left is resumed by the next start, once, without any client',
    async () => {
      const next = await scene.launch();
      const order = await orderOf(scene, 'waits');
      await until(
        'it is confirmed',
        async () => (await scene.get(`/api/orders/${order.id}`)).body.status === 'confirmed',
      );
      const { charges, refunds } = await scene.booksOf(order.id);
      expect(charges).toMatchObject([{ status: 'succeeded', idempotencyKey: `${order.sagaId}:payment.capture` }]);
      expect(refunds).toEqual([]);
      const again = await scene.place({}, { key: 'new' });
      expect([again.status, again.body.status]).toEqual([201, 'confirmed']);
      await expectInvariants(scene);

      // While the money goes back: the undoing goes on under the next start as well.
      await scene.stock('NONE', 0);
      await scene.arm({ kind: 'delay', ms: 9_000 }, { method: 'POST', path: '/v1/refunds' });
      const wanted = { customerId: 'c', items: [{ sku: 'NONE', quantity: 1 }], paymentMethod: 'pm_card_visa' };
      const caller = postAndLeave(`${next.url}/api/orders`, 'undone', wanted);
      await scene.untilProviderIsReached();
      caller.hangUp();
      const undone = await orderOf(scene, 'undone');
      expect(await next.terminate()).toBe(0);
      await scene.launch();
      await until(
        'it is cancelled',
        async () => (await scene.get(`/api/orders/${undone.id}`)).body.status === 'cancelled',
      );
      expect((await scene.booksOf(undone.id)).refunds).toMatchObject([{ status: 'succeeded', amount: 1000 }]);
      await expectInvariants(scene);
    },
    3 * STARTED_WITHIN_MS,
  );

  it(
    'B152 a connection without a request holds nobody up: the end is in order, long before the grace is over',
    async () => {
      const LONG_MS = 60_000;
      const instance = await scene.launch({ SHUTDOWN_GRACE: `${LONG_MS}ms` });
      const silent = await silentClient(instance.url);
      const begun = Date.now();
      expect(await instance.terminate()).toBe(0);
      expect(Date.now() - begun).toBeLessThan(LONG_MS / 2);
      await silent.closed;
    },
    3 * STARTED_WITHIN_MS,
  );

  it(
    'what hangs in the database is left to the next start, and the process ends in time all the same',
    async () => {
      const SHORT_MS = 10_000;
      const stuck = await scene.launch({ SHUTDOWN_GRACE: `${SHORT_MS}ms` });
      const others = scene.children.filter((child) => child !== stuck && child.alive);
      await Promise.all(others.map((child) => child.terminate()));
      await scene.stock('HELD', 1);
      const shelf = await holdLock(scene, `SELECT FROM inventory.stock WHERE sku = 'HELD' FOR UPDATE`);
      const wanted = { customerId: 'c', items: [{ sku: 'HELD', quantity: 1 }], paymentMethod: 'pm_card_visa' };
      const caller = postAndLeave(`${stuck.url}/api/orders`, 'stuck', wanted);
      await shelf.untilWaiting(1);
      const begun = Date.now();
      expect(await stuck.terminate()).toBe(0);
      expect(Date.now() - begun).toBeLessThan(SHORT_MS);
      caller.hangUp();
      await shelf.release();

      await scene.launch();
      const order = await orderOf(scene, 'stuck');
      await until(
        'it is confirmed',
        async () => (await scene.get(`/api/orders/${order.id}`)).body.status === 'confirmed',
      );
      expect((await scene.booksOf(order.id)).charges).toHaveLength(1);
      await expectInvariants(scene);
    },
    3 * STARTED_WITHIN_MS,
  );
});
