import { startBentProvider, type BentProvider } from './bent-provider.js';
import { busyDay } from './busy-day.js';
import { LawlessCopies } from './lawless-copies.js';
import { providerLies, SECOND, told, type ProviderLie } from './provider-lies.js';
import { audit } from '../../src/audit/audit.js';
import type { AuditReport } from '../../src/audit/report.js';
import { PROVIDER_RULES } from '../../src/audit/provider/provider.rules.js';
import { paymentOf } from '../support/provider-events.js';
import { Scene } from '../support/scene.js';

const RULES = PROVIDER_RULES.map(({ name }) => name);

let scene: Scene;
let copies: LawlessCopies;
let provider: BentProvider;
let lies: Record<string, ProviderLie>;
beforeAll(async () => {
  scene = await Scene.open({ webhooks: true });
  const day = await busyDay(scene);
  lies = providerLies(day);
  const { provider_reference: twin } = await paymentOf(scene, day.kept.id);
  copies = await LawlessCopies.of(scene);
  provider = await startBentProvider(scene.sandbox.url, { [SECOND]: twin! });
});
afterAll(async () => {
  await provider.close();
  await copies.drop();
  await scene.close();
});

async function auditWith(lie: ProviderLie, graceMs = 0): Promise<AuditReport> {
  provider.bend((path, body) => told(lie, path, body));
  const databaseUrl = await copies.after(lie.sql ?? 'SELECT 1');
  const access = { name: 'sandbox' as const, baseUrl: provider.url, secretKey: 'sk_test', timeoutMs: 5_000 };
  return audit({ databaseUrl, provider: access, graceMs });
}

const brokenIn = ({ rules }: AuditReport): string[] =>
  rules.filter(({ violations }) => violations > 0).map(({ name }) => name);

describe('danger: the provider holds other money than we believe, and nobody notices', () => {
  it('its books as they are contradict nothing, and every rule has its lie', async () => {
    expect(brokenIn(await auditWith({}))).toEqual([]);
    expect(Object.keys(lies).toSorted()).toEqual(RULES.toSorted());
  });

  it.each(RULES)('%s is named, and nothing that still holds', async (rule) => {
    const lie = lies[rule]!;
    expect(brokenIn(await auditWith(lie)).toSorted()).toEqual([rule, ...(lie.also ?? [])].toSorted());
  });

  it('money for an order that has no payment at all is found as well', async () => {
    const { found } = await auditWith({ sql: 'DELETE FROM payments.payments WHERE captured > 0' });
    expect(found).toContainEqual(
      expect.objectContaining({ rule: 'provider.charge-unknown', detail: expect.stringContaining('has no payment') }),
    );
  });

  it('what is younger than the grace is under way', async () => {
    expect(brokenIn(await auditWith(lies['provider.charge-missing']!, 600_000))).toEqual([]);
  });

  it('what was wrong only in the first look was under way, too', async () => {
    const lie = lies['provider.charge-missing']!;
    provider.bend((path, body) => path === '/v1/payment_intents' && told(lie, path, body));
    const access = { name: 'sandbox' as const, baseUrl: provider.url, secretKey: 'sk_test', timeoutMs: 5_000 };
    const report = await audit({ databaseUrl: await copies.after('SELECT 1'), provider: access, graceMs: 0 });
    expect(brokenIn(report)).toEqual([]);
  });
});
