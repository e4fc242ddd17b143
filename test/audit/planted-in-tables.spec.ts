import { busyDay } from './busy-day.js';
import { LawlessCopies } from './lawless-copies.js';
import { tableLies, type Lie } from './table-lies.js';
import { ANSWER_UNTRUE } from '../../src/audit/answers/answers-hold.js';
import { audit } from '../../src/audit/audit.js';
import type { AuditReport } from '../../src/audit/report.js';
import { TABLE_WALKS } from '../../src/audit/rules/table-walks.js';
import { Scene } from '../support/scene.js';

const RULES = [...TABLE_WALKS.flatMap(({ rules }) => rules), ANSWER_UNTRUE].map(({ name }) => name);

let scene: Scene;
let copies: LawlessCopies;
let lies: Record<string, Lie>;
beforeAll(async () => {
  scene = await Scene.open({ webhooks: true });
  lies = tableLies(await busyDay(scene));
  copies = await LawlessCopies.of(scene);
});
afterAll(async () => {
  await copies.drop();
  await scene.close();
});

async function auditAfter(sql: string, graceMs = 0): Promise<AuditReport> {
  const provider = { name: 'sandbox' as const, baseUrl: scene.sandbox.url, secretKey: 'sk_test', timeoutMs: 5_000 };
  return audit({ databaseUrl: await copies.after(sql), provider, graceMs });
}

async function brokenAfter(sql: string): Promise<string[]> {
  const { rules } = await auditAfter(sql);
  return rules.filter(({ violations }) => violations > 0).map(({ name }) => name);
}

describe('danger: a table says what is not so, and nobody notices', () => {
  it('the copies themselves are in order, and every rule has its lie', async () => {
    expect(await brokenAfter('SELECT 1')).toEqual([]);
    expect(Object.keys(lies).toSorted()).toEqual(RULES.toSorted());
  });

  it.each(RULES)('%s is named, and nothing that still holds', async (rule) => {
    const { sql, also = [] } = lies[rule]!;
    expect((await brokenAfter(sql)).toSorted()).toEqual([rule, ...also].toSorted());
  });

  it('of more violations than fit into two chunks every one is counted, and a hundred are shown', async () => {
    const { violations, found, checked } = await auditAfter(`
      INSERT INTO messaging.inbox (id, provider, event_id, type, meaning, raw, status)
      SELECT gen_random_uuid(), 'sandbox', 'evt_' || n, 'x', '', '', 'received' FROM generate_series(1, 1203) AS n`);
    expect([violations, found.length]).toEqual([1203, 100]);
    expect(checked['messaging.inbox']).toBeGreaterThan(1203);
  });

  it.each([
    'payment.left-alone',
    'flow.left-alone',
    'refund.left-alone',
    'notice.left-alone',
    'answer.never',
    'event.not-sent',
  ])('%s is under way for as long as the grace lasts', async (rule) => {
    const { rules } = await auditAfter(lies[rule]!.sql, 3_600_000);
    expect(rules).toContainEqual(expect.objectContaining({ name: rule, violations: 0 }));
  });
});
