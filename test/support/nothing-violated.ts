import { untilProcessesAreWell, untilQuiet } from './invariants.js';
import type { Scene } from './scene.js';
import { audit } from '../../src/audit/audit.js';
import type { AuditReport } from '../../src/audit/report.js';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Longer than any answer of the sandbox takes on a machine that is busy with other tests. */
const PROVIDER_TIMEOUT_MS = 10_000;

/** What the audit says of a scene now, without any grace, with everything that its callers have heard. */
async function auditOf(scene: Scene): Promise<AuditReport> {
  const folder = await mkdtemp(join(tmpdir(), 'ichido-heard-'));
  try {
    const heard = join(folder, 'answers.jsonl');
    await writeFile(heard, scene.heard.asLog());
    const provider = {
      name: 'sandbox' as const,
      baseUrl: scene.sandbox.url,
      secretKey: 'sk_test',
      timeoutMs: PROVIDER_TIMEOUT_MS,
    };
    return await audit({ databaseUrl: scene.database.url, provider, graceMs: 0, heard });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Once the system is quiet: what must always hold, as the audit sees it, which shares nothing with the service; and every
 * process of it is well (I7).
 */
export async function expectNothingViolated(scene: Scene): Promise<void> {
  await untilQuiet(scene);
  const { found } = await auditOf(scene);
  expect(found).toEqual([]);
  await untilProcessesAreWell(scene);
}
