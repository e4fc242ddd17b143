import { GRACE_MS, type AuditOptions } from '#audit/audit.js';
import type { Config } from '#shared/config/config.js';

/** Whatever was left alone is found after a third of a lease and has its job by then; twice as long again for a slow machine. */
const LEASES = 4;

/** How this installation is audited: its database, its provider, and how long something may be on its way. */
export const auditSettings = (config: Config): Pick<AuditOptions, 'databaseUrl' | 'provider' | 'graceMs'> => ({
  databaseUrl: config.databaseUrl!,
  graceMs: Math.max(GRACE_MS, LEASES * config.leaseMs),
  provider: {
    name: config.paymentProvider,
    baseUrl:
      config.paymentProvider === 'sandbox'
        ? (config.sandboxPspUrl ?? `http://127.0.0.1:${config.sandboxPort}`)
        : (config.stripeApiBase ?? 'https://api.stripe.com'),
    // The sandbox takes any key; it must only not be empty.
    secretKey: config.stripeSecretKey ?? 'sk_test_sandbox',
    timeoutMs: config.pspTimeoutMs,
  },
});
