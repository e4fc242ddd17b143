import { auditing } from './built-service.ts';
import type { System } from './system.ts';

/** A page of the books of millions of payments may take its time. */
const PROVIDER_TIMEOUT_MS = 60_000;

/**
 * The audit of everything that the run has left, when nothing is under way any more: so without the grace that it gives
 * what may be. Rejects when something is violated or cannot be checked.
 */
export async function auditLeftovers({ databaseUrl, sandboxUrl }: System): Promise<void> {
  const { audit } = await auditing();
  const { violations, found } = await audit({
    databaseUrl,
    provider: { name: 'sandbox', baseUrl: sandboxUrl, secretKey: 'sk_test', timeoutMs: PROVIDER_TIMEOUT_MS },
    graceMs: 0,
  });
  if (violations > 0) throw new Error(`the audit found ${violations} violations: ${JSON.stringify(found.slice(0, 3))}`);
}
