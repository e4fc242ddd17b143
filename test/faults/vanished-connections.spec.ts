import { STARTED_WITHIN_MS } from '../support/child-service.js';
import { expectInvariants } from '../support/invariants.js';
import { Scene } from '../support/scene.js';
import { sent } from '../support/sent.js';
import { until } from '../support/until.js';

/** A patience of 35 s that is used up twice: by what was asked before, and by what has come upon another silent one. */
const AGAIN_WITHIN_MS = 90_000;

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ instances: 0, proxied: true, env: { LEASE: '2s', PSP_TIMEOUT: '20s' } });
  await scene.launch();
  await scene.stock('TEA', 100);
}, STARTED_WITHIN_MS);
afterAll(() => scene.close());

const confirmed = async (): Promise<number> => {
  const text = `SELECT count(*)::int AS count FROM orders.orders WHERE status = 'confirmed'`;
  return (await scene.rows<{ count: number }>(text))[0]!.count;
};

const untilAnswered = (path: string): Promise<unknown> =>
  until(`${path} is answered`, async () => (await scene.get(path, 'operator')).status === 200, AGAIN_WITHIN_MS);

/** The same request until it is decided; nothing but "come back" and "wait" may be heard before. */
const untilDecided = (key: string) =>
  until(
    `${key} is decided`,
    async () => {
      const answer = await scene.place({}, { key });
      expect([201, 202, 503]).toContain(answer.status);
      return answer.status === 201 && answer;
    },
    AGAIN_WITHIN_MS,
  );

describe('danger: every connection to the database vanishes without a word, while orders are being paid', () => {
  it(
    'they are confirmed once, and whoever asks is answered again, without a new start',
    async () => {
      const keys = ['a', 'b', 'c'];
      await untilDecided('before');
      await untilAnswered('/api/operations/sagas');
      await scene.arm({ kind: 'delay', ms: 1_000 }, undefined, keys.length);
      const asked = keys.map((key) => sent(scene.place({}, { key }).set('Prefer', 'respond-async')));
      expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([202, 202, 202]);
      await scene.untilProviderIsReached();
      scene.proxy.vanish();

      const lists = untilAnswered('/api/operations/sagas');
      expect((await untilDecided('behind')).body.status).toBe('confirmed');
      await lists;
      await until('all are confirmed', async () => (await confirmed()) === keys.length + 2, AGAIN_WITHIN_MS);
      await untilAnswered('/health/ready');
      const { charges } = await scene.ledger();
      expect(charges.map(({ status }) => status)).toEqual(Array.from({ length: keys.length + 2 }, () => 'succeeded'));
      await expectInvariants(scene);
    },
    3 * AGAIN_WITHIN_MS,
  );
});
