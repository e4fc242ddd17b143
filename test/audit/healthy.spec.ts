import { busyDay } from './busy-day.js';
import { audit } from '../../src/audit/audit.js';
import { Moments } from '../../src/audit/moment.js';
import { expectInvariants } from '../support/invariants.js';
import { Scene } from '../support/scene.js';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ instances: 2, webhooks: true });
});
afterAll(() => scene.close());

describe('an audit of a day on which all went as it should', () => {
  it('has looked at everything and found nothing, without any grace', async () => {
    await busyDay(scene);
    await expectInvariants(scene);
    const provider = { name: 'sandbox' as const, baseUrl: scene.sandbox.url, secretKey: 'sk_test', timeoutMs: 5_000 };
    const report = await audit({ databaseUrl: scene.database.url, provider, graceMs: 0 });
    expect(report.found).toEqual([]);
    expect(report.violations).toBe(0);
    expect(report.checked['orders.orders']).toBeGreaterThan(8);
    expect(report.checked['stored answers']).toBeGreaterThan(8);
    expect(report.checked['payments and refunds of the provider']).toBeGreaterThan(6);
  });
});

describe('danger: a check changes what it checks', () => {
  it('the connection of the audit cannot write', async () => {
    const moments = await Moments.open(scene.database.url);
    try {
      const deed = 'UPDATE inventory.stock SET on_hand = 0';
      await expect(moments.at((ask) => ask(deed))).rejects.toThrow(/read-only transaction/);
    } finally {
      await moments.close();
    }
  });
});

describe('danger: a check waits for ever, or holds up those who work', () => {
  it('a statement that takes too long is given up, and the audit says that it has no result', async () => {
    const provider = { name: 'sandbox' as const, baseUrl: scene.sandbox.url, secretKey: 'sk_test', timeoutMs: 5_000 };
    const holder = await scene.sql.connect();
    try {
      await holder.query('BEGIN; LOCK TABLE orders.order_lines IN ACCESS EXCLUSIVE MODE');
      const given = { databaseUrl: scene.database.url, provider, statementTimeoutMs: 200 };
      await expect(audit(given)).rejects.toThrow(/^A statement took longer than 200 ms/);
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
  });
});
