import { inside, inUnit } from '../support/inside.js';
import { expectInvariants } from '../support/invariants.js';
import { paidOrder } from '../support/paid-order.js';
import { Scene } from '../support/scene.js';
import { until } from '../support/until.js';
import { NightlyAudit } from '#modules/operations/audit/nightly-audit.js';
import { OrderConfirmed } from '#modules/orders/contract/index.js';
import { VersionConflict } from '#shared/database/unit-of-work/unit-errors.js';
import { Logger } from '@nestjs/common';
import { EventBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { SchedulerRegistry } from '@nestjs/schedule';

const INSTANCES = [0, 1];

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ instances: INSTANCES.length, inside: true, proxied: true });
  await scene.stock('HUNDRED', 10, 100);
});
afterAll(() => scene.close());

const metrics = async (): Promise<string> => (await fetch(`${scene.services[1]!.url}/metrics`)).text();

/** What is shown about the audit may be a few seconds old. */
const untilShown = (what: string, isSo: (shown: string) => boolean): Promise<string> =>
  until(what, async () => {
    const shown = await metrics();
    return isSo(shown) && shown;
  });

const shows = (line: RegExp): Promise<string> => untilShown(`${line} is shown`, (shown) => line.test(shown));

const jobs = (): Promise<{ waits: boolean }[]> =>
  scene.rows(`SELECT run_at > now() AS waits FROM graphile_worker._private_jobs WHERE key = 'operations.audit'`);

/** All instances ask; the night passes; answers how many audits there are then. */
async function oneNight(): Promise<number> {
  await Promise.all(INSTANCES.map((instance) => inside(scene, NightlyAudit, instance).ask()));
  expect(await jobs()).toEqual([{ waits: true }]);
  await scene.rows(`UPDATE graphile_worker._private_jobs SET run_at = now() WHERE key = 'operations.audit'`);
  await until('the audit is over', async () => (await jobs()).length === 0);
  const [row] = await scene.rows<{ n: string }>('SELECT count(*) AS n FROM operations.audits');
  return Number(row!.n);
}

describe('the nightly audit', () => {
  it('is in the calendar of every instance, an hour after the reconciliation', () => {
    for (const instance of INSTANCES) {
      const { cronTime } = inside(scene, SchedulerRegistry, instance).getCronJob('operations.audit');
      expect([cronTime.source, cronTime.timeZone]).toEqual(['0 5 * * *', 'UTC']);
    }
  });

  it('has no result before the first night: 404 for an operator, 403 for a client, no metric', async () => {
    expect((await scene.get('/api/operations/audit', 'operator')).status).toBe(404);
    expect((await scene.get('/api/operations/audit', 'alice')).status).toBe(403);
    const shown = await metrics();
    expect(shown).toMatch(/^# TYPE ichido_audit_age_seconds gauge$/m);
    expect(shown).not.toMatch(/^ichido_audit_/m);
  });

  it('asked for by all instances is made once, and shown by each of them', async () => {
    await paidOrder(scene);
    expect(await oneNight()).toBe(1);
    const { status, body } = await scene.get('/api/operations/audit', 'operator', 1);
    expect([status, body.violations, body.found]).toEqual([200, 0, []]);
    expect(body.checked['orders.orders']).toBe(1);
    expect(body.rules).toContainEqual({ name: 'stock.movements-differ', invariant: 'I3', violations: 0 });
    await shows(/^ichido_audit_violations\{rule="stock\.movements-differ"\} 0$/m);
    await shows(/^ichido_audit_age_seconds \d/m);
    await expectInvariants(scene);
  });

  it('what is violated is an error in the log, a number in the metrics, and the last result', async () => {
    const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    await scene.rows(`UPDATE inventory.stock SET on_hand = on_hand + 7 WHERE sku = 'HUNDRED'`);
    try {
      expect(await oneNight()).toBe(2);
      expect(logged.mock.calls).toContainEqual([
        { violations: 1, rules: { 'stock.movements-differ': 1 } },
        expect.stringContaining('1 violations'),
      ]);
    } finally {
      logged.mockRestore();
      await scene.rows(`UPDATE inventory.stock SET on_hand = on_hand - 7 WHERE sku = 'HUNDRED'`);
    }
    expect((await scene.get('/api/operations/audit', 'operator')).body).toMatchObject({
      violations: 1,
      found: [{ rule: 'stock.movements-differ', subject: 'HUNDRED' }],
    });
    await shows(/^ichido_audit_violations\{rule="stock\.movements-differ"\} 1$/m);
  });

  it('is not asked for by an instance that only serves', async () => {
    await scene.join({ ROLE: 'api' });
    await inside(scene, NightlyAudit, INSTANCES.length).ask();
    expect(await jobs()).toEqual([]);
  });
});

describe('danger: a unit that is run again counts its order twice', () => {
  it('only what is committed is counted', async () => {
    const count = async (): Promise<number> =>
      Number(/^ichido_orders_total\{status="confirmed"\} (\d+)$/m.exec(await metrics())?.[1]);
    const before = await count();
    let runs = 0;
    const work = async (): Promise<void> => {
      inside(scene, EventBus, 1).publish(new OrderConfirmed('alice', randomUUID()));
      if (++runs < 3) throw new VersionConflict('somebody was first');
    };
    await inUnit(scene, work, 1);
    expect([runs, await count()]).toEqual([3, before + 1]);
  });
});

describe('GET /metrics', () => {
  it('needs no key and counts what each layer has stopped', async () => {
    const order = { items: [{ sku: 'HUNDRED', quantity: 1 }] };
    const count = async (): Promise<number> =>
      Number(/^ichido_duplicates_stopped_total\{layer="api"\} (\d+)$/m.exec(await metrics())?.[1]);
    await scene.place(order, { key: 'twice' });
    const before = await count();
    await scene.place(order, { key: 'twice' });
    expect(await count()).toBe(before + 1);
    const { headers } = await fetch(`${scene.services[0]!.url}/metrics`);
    expect(headers.get('content-type')).toMatch(/^text\/plain; version=/);
  });

  it('shows what it knows while the database is away', async () => {
    await scene.proxy.cut();
    try {
      const shown = await untilShown('the audit is absent', (now) => !/^ichido_audit_/m.test(now));
      expect(shown).toMatch(/^ichido_duplicates_stopped_total\{layer="api"\} \d+$/m);
    } finally {
      await scene.proxy.mend();
    }
  });
});
