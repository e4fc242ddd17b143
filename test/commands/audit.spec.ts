import { busyDay } from '../audit/busy-day.js';
import type { AuditReport } from '../../src/audit/report.js';
import { untilQuiet } from '../support/invariants.js';
import { startLoad } from '../support/load.js';
import { paidOrder } from '../support/paid-order.js';
import { spawnProgram } from '../support/program.js';
import { paymentOf } from '../support/provider-events.js';
import { Scene } from '../support/scene.js';
import { until } from '../support/until.js';
import { once } from 'node:events';

/** Starting a process and loading the program, on a machine that is busy with other tests. */
const COMMAND_MS = 60_000;

/** Whatever is written by hand has to look as if it had settled. */
const LONG_AGO = '2020-01-01T00:00:00Z';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ webhooks: true });
  await busyDay(scene);
});
afterAll(() => scene.close());

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command as a process of its own. */
async function audit(args: readonly string[] = [], env: Record<string, string> = {}): Promise<Ran> {
  const child = spawnProgram('audit.js', args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...scene.env, ...env } });
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, stdout, stderr };
}

/** Which transaction wrote each row, table by table. */
const writes = async (): Promise<object[]> => {
  const tables = await scene.rows<{ name: string }>(`SELECT relid::regclass::text AS name FROM pg_stat_user_tables
    WHERE schemaname IN ('orders', 'payments', 'inventory', 'idempotency', 'saga') ORDER BY 1`);
  return Promise.all(
    tables.map(async ({ name }) => {
      const [rows] = await scene.rows(
        `SELECT count(*), md5(string_agg(xmin::text || ctid::text, ',' ORDER BY ctid)) FROM ${name}`,
      );
      return { name, ...rows };
    }),
  );
};

describe('npm run audit', () => {
  it(
    'finds nothing in a healthy service, says so in a table, and writes nothing: exit code 0',
    async () => {
      await untilQuiet(scene);
      const before = await writes();
      const { code, stdout } = await audit();
      expect(code).toBe(0);
      expect(stdout).toMatch(/^Audit of 20\S+Z to 20\S+Z\nLooked at \d+ orders\.orders/);
      expect(stdout).toMatch(/^payment\.refunded-beyond-capture +I1 +0$/m);
      expect(stdout).toMatch(/Nothing is violated\.\n$/);
      expect(await writes()).toEqual(before);
    },
    COMMAND_MS,
  );

  it(
    'compares with a provider of the kind stripe in the same way',
    async () => {
      const stripe = { PAYMENT_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_API_BASE: scene.sandbox.url };
      const settings = { ...stripe, PSP_WEBHOOK_SECRET: 'whsec_0123456789' };
      const named = (name: string) =>
        scene.rows(`UPDATE payments.payments SET provider = '${name}', updated_at = $1`, [LONG_AGO]);
      await named('stripe');
      const { code, stdout } = await audit(['--json', '--since', '1h'], settings);
      expect([code, (JSON.parse(stdout) as AuditReport).found]).toEqual([0, []]);
      const captured = await scene.rows(
        `UPDATE payments.payments SET currency = 'USD' WHERE captured > 0 RETURNING id`,
      );
      expect(captured.length).toBeGreaterThan(5);
      const other = await audit(['--json'], settings);
      const { rules } = JSON.parse(other.stdout) as AuditReport;
      expect(rules).toContainEqual({ name: 'provider.charge-differs', invariant: 'I1', violations: captured.length });
      await scene.rows('UPDATE payments.payments SET currency = $1', ['EUR']);
      await named('sandbox');
    },
    COMMAND_MS,
  );

  it(
    'beside a load of orders it finds nothing, and the orders go on',
    async () => {
      await scene.stock('TEA', 100_000);
      const load = await startLoad({ url: scene.services[0]!.url, clients: 2 });
      const placed = async (): Promise<number> =>
        Number((await scene.rows<{ n: string }>('SELECT count(*) AS n FROM orders.orders'))[0]!.n);
      const before = await placed();
      await until(
        'the load has placed more than a page of the provider',
        async () => (await placed()) > before + 100,
        30_000,
      );
      const { code, stdout } = await audit(['--json']);
      const during = await placed();
      await until('orders are placed after it as well', async () => (await placed()) > during);
      const { statuses } = await load.stop();
      const { found, checked } = JSON.parse(stdout) as AuditReport;
      expect(found).toEqual([]);
      expect(checked['payments and refunds of the provider']).toBeGreaterThan(100);
      expect([code, Object.keys(statuses)]).toEqual([0, ['201']]);
      await untilQuiet(scene);
    },
    COMMAND_MS,
  );

  it(
    'names what is violated here, and what the provider holds otherwise: exit code 1',
    async () => {
      const order = await paidOrder(scene);
      const { provider_reference: reference } = await paymentOf(scene, order.id);
      await untilQuiet(scene);
      await scene.rows(`UPDATE inventory.stock SET on_hand = on_hand + 7 WHERE sku = 'HUNDRED'`);
      await scene.rows(
        `UPDATE payments.payments SET provider_reference = 'pi_nowhere', updated_at = now() - interval '1 hour'
         WHERE order_id = $1`,
        [order.id],
      );
      const { code, stdout } = await audit(['--json']);
      expect(code).toBe(1);
      const { found, rules } = JSON.parse(stdout) as AuditReport;
      expect(found.map(({ rule, subject }) => [rule, subject])).toEqual([
        ['stock.movements-differ', 'HUNDRED'],
        ['provider.charge-missing', order.paymentId],
      ]);
      expect(rules.filter(({ violations }) => violations > 0)).toHaveLength(2);

      const text = await audit();
      expect(text.code).toBe(1);
      expect(text.stdout).toMatch(/^stock\.movements-differ +I3 +1$/m);
      expect(text.stdout).toMatch(/\n {2}HUNDRED: on hand \d+, movements \d+\n/);
      expect(text.stdout).toMatch(/2 violations; docs\/reliability\.md says how to go on\.\n$/);
      await scene.rows(`UPDATE inventory.stock SET on_hand = on_hand - 7 WHERE sku = 'HUNDRED'`);
      await scene.rows(`UPDATE payments.payments SET provider_reference = $2 WHERE order_id = $1`, [
        order.id,
        reference,
      ]);
    },
    COMMAND_MS,
  );

  it.each([
    ['an option that it does not know', ['--force'], {}, /^Usage: npm run audit/],
    ['a duration that is none', ['--since', 'yesterday'], {}, /^Usage: npm run audit/],
    ['a log that is not there', ['--heard', '/nowhere/answers.jsonl'], {}, /^Cannot read \/nowhere/],
    [
      'a provider that is not there',
      [],
      { SANDBOX_PSP_URL: 'http://127.0.0.1:9' },
      /^The payment provider cannot be asked/,
    ],
    ['a database that is not there', [], { DATABASE_URL: 'postgres://127.0.0.1:9/none' }, /^Cannot reach the database/],
    // An empty one that it had made itself would be in order.
    [
      'a folder without any',
      [],
      { DATABASE_URL: '', DATA_DIR: '/nowhere' },
      /^There is no database in \/nowhere\/postgres/,
    ],
  ])(
    '%s is one line on stderr, nothing on stdout: exit code 2',
    async (_, args, env, line) => {
      const { code, stdout, stderr } = await audit(args, env);
      expect([code, stdout, stderr.trim().split('\n').length]).toEqual([2, '', 1]);
      expect(stderr).toMatch(line);
    },
    COMMAND_MS,
  );

  it(
    'a database without our tables is one line on stderr: exit code 2',
    async () => {
      const { code, stderr } = await audit([], { DATABASE_URL: process.env['ICHIDO_TEST_ADMIN_URL']! });
      expect([code, stderr.trim().split('\n').length]).toEqual([2, 1]);
      expect(stderr).toMatch(/^The database has not the tables of this version .*: run npm run migrate first\.$/m);
    },
    COMMAND_MS,
  );
});
