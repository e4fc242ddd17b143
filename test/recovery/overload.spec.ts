import { expectInvariants } from '../support/invariants.js';
import { Scene } from '../support/scene.js';
import { KEYS } from '../support/environment.js';
import { until } from '../support/until.js';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** As many requests as the service holds at once (src/shared/http/admission.ts). */
const HELD = 1_000;

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open();
  await scene.stock('TEA', 10);
});
afterAll(() => scene.close());

/** Requests whose bodies never end: each of them is held, and costs nobody any work. */
async function hold(count: number): Promise<Socket[]> {
  const { hostname, port } = new URL(scene.services[0]!.url);
  const head = [
    'POST /api/orders HTTP/1.1',
    `Host: ${hostname}:${port}`,
    `Authorization: Bearer ${KEYS.bob}`,
    'Content-Type: application/json',
    'Content-Length: 100',
    'Idempotency-Key: held',
    '\r\n',
  ].join('\r\n');
  return Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.write(head);
      return socket;
    }),
  );
}

const stored = async (key: string): Promise<number> =>
  (await scene.rows('SELECT 1 FROM idempotency.records WHERE key = $1', [key])).length;

describe('danger: more requests than the service can hold are all begun, and none is answered', () => {
  it('beyond its limit it says so at once, stores nothing, stays alive, and takes the same key afterwards', async () => {
    const held = await hold(HELD);
    const refused = await until('it is full', async () => {
      const seen = await scene.get('/api/orders');
      return seen.status === 503 && seen;
    });
    expect(refused.body.code).toBe('service_unavailable');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);

    const burst = await Promise.all(Array.from({ length: 50 }, () => scene.place({}, { key: 'overload' })));
    expect(burst.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 503));
    expect(burst.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true);
    expect(await stored('overload')).toBe(0);
    for (const path of ['/health/live', '/health/ready', '/metrics']) expect((await scene.get(path)).status).toBe(200);

    for (const socket of held) socket.destroy();
    const placed = await until('there is room again', async () => {
      const seen = await scene.place({}, { key: 'overload' });
      return seen.status !== 503 && seen;
    });
    expect([placed.status, placed.body.status]).toEqual([201, 'confirmed']);
    expect(await stored('held')).toBe(0);
    await expectInvariants(scene);
  });
});
