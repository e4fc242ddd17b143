import { expectAgreement } from './expectations.js';
import type { Premises } from './premises.js';
import type { Shop } from './shop.js';
import { land } from './step.js';
import { audit } from '../../src/audit/audit.js';
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
  expect(await auditOf(premises)).toEqual([]);
}

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

async function auditOf({ scene, conversation }: Premises): Promise<readonly object[]> {
  const folder = await mkdtemp(join(tmpdir(), 'ichido-heard-'));
  try {
    const heard = join(folder, 'answers.jsonl');
    await writeFile(heard, conversation.heard.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const provider = { name: 'sandbox' as const, baseUrl: scene.sandbox.url, secretKey: 'sk_test', timeoutMs: 5_000 };
    const { found } = await audit({ databaseUrl: scene.database.url, provider, heard, graceMs: 0 });
    return found;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
