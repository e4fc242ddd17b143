import { expectAgreement } from './expectations.js';
import type { Premises } from './premises.js';
import type { Shop } from './shop.js';
import { land } from './step.js';
import { audit } from '../../src/audit/audit.js';
import type { Violation } from '../../src/audit/rule.js';
import { untilQuiet } from '../support/invariants.js';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The scenario is over: nothing is under way, the books of the provider are those of the model, an audit finds nothing. */
export async function expectPeace(shop: Shop, premises: Premises): Promise<void> {
  await land(shop, premises);
  await untilQuiet(premises.scene);
  await expectAgreement(shop, premises);
  await expectBooks(shop, premises);
  const found = await heardAudit(premises);
  expect(found.filter((violation) => !premises.forgiven.has(nameOf(violation)))).toEqual([]);
}

/** As long as a busy system takes; what lasts longer than this never ends. */
const QUIET_WITHIN_MS = 10_000;

/** What a scenario has broken is not held against the next one. Rejects when it left something that never ends. */
export async function forgive(premises: Premises): Promise<void> {
  await untilQuiet(premises.scene, QUIET_WITHIN_MS);
  for (const violation of await auditOf(premises)) premises.forgiven.add(nameOf(violation));
}

const nameOf = ({ rule, subject, detail }: Violation): string => `${rule} ${subject} ${detail}`;

async function expectBooks({ orders }: Shop, { scene }: Premises): Promise<void> {
  const { charges, refunds } = await scene.ledger();
  const sum = (entries: readonly { amount: number }[]): number =>
    entries.reduce((total, { amount }) => total + amount, 0);
  const books = orders.map(({ id }) => {
    const taken = charges.filter(({ status, metadata }) => status === 'succeeded' && metadata['orderId'] === id);
    const back = refunds.filter(({ status, charge }) => status !== 'failed' && taken.some((one) => one.id === charge));
    return { id, captured: sum(taken), refunded: sum(back) };
  });
  expect(books).toEqual(orders.map(({ id, captured, refunded }) => ({ id, captured, refunded })));
}

async function heardAudit(premises: Premises): Promise<readonly Violation[]> {
  const folder = await mkdtemp(join(tmpdir(), 'ichido-heard-'));
  try {
    const heard = join(folder, 'answers.jsonl');
    await writeFile(heard, premises.conversation.heard.map((line) => `${JSON.stringify(line)}\n`).join(''));
    return await auditOf(premises, heard);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function auditOf({ scene }: Premises, heard?: string): Promise<readonly Violation[]> {
  const provider = { name: 'sandbox' as const, baseUrl: scene.sandbox.url, secretKey: 'sk_test', timeoutMs: 5_000 };
  const { found } = await audit({ databaseUrl: scene.database.url, provider, heard, graceMs: 0 });
  return found;
}
