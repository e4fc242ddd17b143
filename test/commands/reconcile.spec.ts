import { spawnProgram } from '../support/program.js';
import { expectInvariants, untilQuiet } from '../support/invariants.js';
import { paidOrder, refund, seenPayment } from '../support/paid-order.js';
import { paymentOf } from '../support/provider-events.js';
import { Scene } from '../support/scene.js';
import type { Report } from '#modules/payments/reconcile/report.js';
import { once } from 'node:events';

/** Starting a process and loading the program, on a machine that is busy with other tests. */
const COMMAND_MS = 60_000;

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ webhooks: true });
  await scene.stock('HUNDRED', 100, 100);
});
afterAll(() => scene.close());

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command as a process of its own. */
async function reconcile(args: readonly string[] = [], env: Record<string, string> = {}): Promise<Ran> {
  const child = spawnProgram('reconcile.js', args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...scene.env, ...env },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, stdout, stderr };
}

const reportOf = async (): Promise<Report & { code: number }> => {
  const { code, stdout } = await reconcile(['--json']);
  return { ...(JSON.parse(stdout) as Report), code };
};

/** The provider's books, changed behind our back. */
async function atProvider(path: string, form: Record<string, string>): Promise<Record<string, unknown>> {
  const answer = await fetch(`${scene.sandbox.url}/v1/${path}`, {
    method: 'POST',
    headers: { Authorization: 'Bearer sk_test_person' },
    body: new URLSearchParams(form),
  });
  return (await answer.json()) as Record<string, unknown>;
}

describe('npm run reconcile', () => {
  it(
    'agrees about everything that went its normal way: exit code 0',
    async () => {
      const orders = [await paidOrder(scene), await paidOrder(scene), await paidOrder(scene)];
      await refund(scene, orders[0]!, { amount: 40 });
      await scene.post(`/api/orders/${orders[1]!.id}/cancel`, {}).set('Prefer', 'wait=20');
      await scene.place({ items: [{ sku: 'HUNDRED', quantity: 1 }], paymentMethod: 'pm_card_chargeDeclined' });
      await untilQuiet(scene);
      const report = await reportOf();
      const nothing = { onlyThere: [], onlyHere: [], differ: [], foreign: 0 };
      expect(report).toMatchObject({ code: 0, open: 0, provider: 'sandbox' });
      expect(report.payments).toEqual({ agree: 4, ...nothing });
      expect(report.refunds).toEqual({ agree: 2, ...nothing });
      expect(report.events).toMatchObject({ recorded: 0, open: [] });
      expect(report.events.listed).toBeGreaterThanOrEqual(6);
    },
    COMMAND_MS,
  );

  it(
    'records what never reached us, which then explains itself',
    async () => {
      scene.webhooks!.handTo([]);
      const order = await paidOrder(scene);
      const payment = await paymentOf(scene, order.id);
      await atProvider('refunds', {
        payment_intent: payment.provider_reference!,
        amount: '30',
        'metadata[orderId]': order.id,
      });
      expect((await seenPayment(scene, order)).refunded).toBe(0);

      const { code, stdout, stderr } = await reconcile(['--since', '1h']);
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(/2 of them had not reached us and were recorded/);
      expect(stdout).toMatch(/Nothing is open\.\n$/);
      expect(await seenPayment(scene, order)).toMatchObject({ refunded: 30, status: 'partially_refunded' });
      scene.webhooks!.handTo(scene.services.map(({ url }) => url));
      await expectInvariants(scene);
    },
    COMMAND_MS,
  );

  it(
    'tells apart what is only there, only here and different: exit code 1, and a second run says the same',
    async () => {
      const [different, forgotten, lost, again] = await Promise.all([1, 2, 3, 4].map(() => paidOrder(scene)));
      const nobody = { amount: '500', currency: 'eur', payment_method: 'pm_card_visa', confirm: 'true' };
      await atProvider('payment_intents', { ...nobody, 'metadata[orderId]': 'somebody-else' });
      await atProvider('payment_intents', { ...nobody, 'metadata[orderId]': again!.id });
      const { payment: doubled } = { payment: await paymentOf(scene, forgotten!.id) };
      await untilQuiet(scene);
      await scene.rows(`UPDATE payments.payments SET status = 'declined', captured = 0 WHERE order_id = $1`, [
        different!.id,
      ]);
      await scene.rows(
        `UPDATE payments.payments SET id = gen_random_uuid(), saga_id = gen_random_uuid(),
      provider_reference = 'pi_nowhere', order_id = gen_random_uuid(), step_key = 'x', created_at = now() - interval '10 minutes'
      WHERE id = $1`,
        [doubled.id],
      );
      const seen = await reportOf();
      expect(seen).toMatchObject({ code: 1, open: 4, refunds: { onlyThere: [], onlyHere: [], differ: [] } });
      expect(seen.payments.foreign).toBe(1);
      expect(seen.payments.differ).toHaveLength(2);
      expect(seen.payments.differ).toMatchObject(
        expect.arrayContaining([
          expect.objectContaining({
            what: ['status'],
            here: expect.objectContaining({ status: 'declined', orderId: different!.id }),
            there: expect.objectContaining({ status: 'captured' }),
          }),
          // Somebody charged the customer by hand, and wrote only the number of the order on it.
          expect.objectContaining({
            what: ['a second payment'],
            here: expect.objectContaining({ orderId: again!.id, amount: 100 }),
            there: expect.objectContaining({ amount: 500 }),
          }),
        ]),
      );
      expect(seen.payments.onlyThere).toMatchObject([
        { reference: doubled.provider_reference, orderId: forgotten!.id },
      ]);
      expect(seen.payments.onlyHere).toMatchObject([{ reference: 'pi_nowhere' }]);

      const { code, stdout } = await reconcile();
      expect(code).toBe(1);
      expect(stdout).toContain(`order ${different!.id}`);
      expect(stdout).not.toContain(lost!.id);
      expect(stdout).toMatch(/4 to look at/);
    },
    COMMAND_MS,
  );

  it.each([
    ['a duration that is none', ['--since', 'yesterday'], {}, /^Usage: npm run reconcile/],
    ['an option that it does not know', ['--force'], {}, /^Usage: npm run reconcile/],
    [
      'a provider that does not answer',
      [],
      { SANDBOX_PSP_URL: 'http://127.0.0.1:9' },
      /^The payment provider cannot be asked/,
    ],
    ['a database that is not there', [], { DATABASE_URL: 'postgres://127.0.0.1:9/none' }, /^Cannot reach the database/],
    // An empty one that it had made itself would be judged, or filled.
    [
      'a folder without any',
      [],
      { DATABASE_URL: '', DATA_DIR: '/nowhere' },
      /^There is no database in \/nowhere\/postgres/,
    ],
  ])(
    '%s is one line on stderr, nothing on stdout: exit code 2',
    async (_, args, env, line) => {
      const { code, stdout, stderr } = await reconcile(args, env);
      expect([code, stdout, stderr.trim().split('\n').length]).toEqual([2, '', 1]);
      expect(stderr).toMatch(line);
    },
    COMMAND_MS,
  );
});
