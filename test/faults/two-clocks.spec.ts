import { type ChildService, STARTED_WITHIN_MS } from '../support/child-service.js';
import { expectInvariants } from '../support/invariants.js';
import { KILLABLE, LEASE_MS, placeAndLeave, untilEnded } from '../support/left-order.js';
import { preloaded } from '../support/preload.js';
import { Scene } from '../support/scene.js';

/** Longer than every lease here and shorter than the deadlines, so that a comparison by the wrong clock shows. */
const TEN_MINUTES_MS = 600_000;
const TTL_MS = 5 * 60_000;
const SWEEP_MS = 1_000;

let scene: Scene;
let early: ChildService;
let late: ChildService;

const instanceWith = (shiftMs: number): Promise<ChildService> =>
  scene.launch({ ...preloaded('./shifted-clock.main.ts'), CLOCK_SHIFT_MS: `${shiftMs}`, LOG_LEVEL: 'info' });

beforeAll(async () => {
  const shortLives = { IDEMPOTENCY_TTL: `${TTL_MS}ms`, IDEMPOTENCY_TTL_FORCED: 'true', SAGA_DEADLINE: '5m' };
  const env = { ...KILLABLE, ...shortLives, SWEEP_INTERVAL: `${SWEEP_MS}ms` };
  scene = await Scene.open({ instances: 0, env });
  [early, late] = await Promise.all([instanceWith(TEN_MINUTES_MS), instanceWith(-TEN_MINUTES_MS)]);
  await scene.stock('TEA', 100);
}, 2 * STARTED_WITHIN_MS);
afterAll(() => scene.close());

const recordOf = async (key: string) =>
  (
    await scene.rows<{ state: string; ttl_ms: number; age_ms: number }>(
      `SELECT state, extract(epoch FROM expires_at - decided_at)::float8 * 1000 AS ttl_ms,
         extract(epoch FROM clock_timestamp() - created_at)::float8 * 1000 AS age_ms
       FROM idempotency.records WHERE key = $1`,
      [key],
    )
  )[0]!;

describe('B031 two instances whose clocks are ten minutes fast and ten minutes slow', () => {
  it('the clocks are as wrong as that', () => {
    // Each line of the log says what its process takes for the time.
    const told = ({ log }: ChildService): number => Number(/"time":(\d+)/.exec(log)![1]);
    const skews = [early, late].map((instance) => Math.round((told(instance) - Date.now()) / TEN_MINUTES_MS));
    expect(skews).toEqual([1, -1]);
  });

  it.each([
    ['fast', () => early],
    ['slow', () => late],
  ])('what the %s one accepts and nobody else may touch takes three leases and is asked for once', async (_, asked) => {
    await scene.arm({ kind: 'delay', ms: 3 * LEASE_MS });
    const { status, body } = await scene.place({}, { instance: asked() });
    expect([status, body.status]).toEqual([201, 'confirmed']);
    expect((await scene.booksOf(body.id)).charges).toMatchObject([{ attempts: 1 }]);
    await expectInvariants(scene);
  });

  it('a stored answer lives as long by either of them, and is replayed by both', async () => {
    for (const instance of [early, late]) {
      const key = `stored by ${instance === early ? 'early' : 'late'}`.replaceAll(' ', '-');
      const first = await scene.place({}, { key, instance });
      const { state, ttl_ms, age_ms } = await recordOf(key);
      expect([state, Math.round(ttl_ms)]).toEqual(['decided', TTL_MS]);
      expect(age_ms).toBeLessThan(TTL_MS);
      for (const other of [early, late]) {
        const again = await scene.place({}, { key, instance: other });
        expect([again.status, again.text]).toEqual([first.status, first.text]);
      }
    }
  });

  it(
    'when the fast one dies the slow one takes over within two leases, and the other way round',
    async () => {
      const order = async (key: string, instance: ChildService) => {
        await scene.arm({ kind: 'delay', ms: 500 });
        const left = await placeAndLeave(scene, key, { note: key });
        await scene.untilProviderIsReached();
        await instance.kill();
        return left;
      };
      const first = await order('fast-dies', early);
      expect(await untilEnded(scene, first)).toBe('confirmed');
      early = await instanceWith(TEN_MINUTES_MS);
      const second = await order('slow-dies', late);
      expect(await untilEnded(scene, second)).toBe('confirmed');
      await expectInvariants(scene);
    },
    3 * STARTED_WITHIN_MS,
  );
});
