import { SANDBOX_WEBHOOK_SECRET } from '#shared/config/payment-settings.js';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { startSandboxProcess, urlOf } from './sandbox-process.js';
import { until } from '../support/until.js';
import { emptyDirectory, openBench, openReceiver, paymentOf, refusalOf, WEBHOOK_SECRET } from './sandbox-harness.js';

const post = (url: string, path: string, params: Record<string, string>, key: string): Promise<Response> =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: { Authorization: 'Bearer x', 'Idempotency-Key': key },
    body: new URLSearchParams(params),
  });

describe('the books of the sandbox', () => {
  let dataDir: string;
  const children: ChildProcess[] = [];
  beforeEach(async () => {
    dataDir = await emptyDirectory();
  });
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  });

  it('danger: a kill at any moment loses nothing that was answered', async () => {
    const { child, output, end } = await startSandboxProcess(dataDir);
    children.push(child);
    const url = await urlOf(output);
    const answered = new Map<string, string>();
    const form = { amount: '500', currency: 'usd', payment_method: 'pm_card_visa', confirm: 'true' };
    const storm = Array.from({ length: 8 }, async (_, lane) => {
      for (let round = 0; ; round += 1) {
        const key = `${lane}-${round}`;
        const body = await post(url, '/v1/payment_intents', form, key)
          .then((response) => response.text())
          .catch(() => undefined);
        if (body === undefined) return;
        answered.set(key, body);
      }
    });
    await until('a hundred answers', async () => answered.size >= 100);
    child.kill('SIGKILL');
    await Promise.all([...storm, end]);

    const bench = await openBench({ dataDir });
    try {
      const { charges } = await bench.ledger();
      const keys = charges.map(({ idempotencyKey }) => idempotencyKey);
      expect(new Set(keys).size).toBe(keys.length);
      expect(keys).toEqual(expect.arrayContaining([...answered.keys()]));
      for (const [key, body] of [...answered].slice(-20)) {
        const again = await bench.send('/v1/payment_intents', form, key);
        expect(again.headers.get('idempotent-replayed')).toBe('true');
        expect(await again.text()).toBe(body);
      }
    } finally {
      await bench.close();
    }
  });

  it('keep declines, refunds, stored errors, counts and armed faults across a restart', async () => {
    const before = await openBench({ dataDir });
    const paid = await before.stripe.paymentIntents.create(paymentOf('pm_card_visa'), { idempotencyKey: 'paid' });
    await refusalOf(before.stripe.paymentIntents.create(paymentOf('pm_card_chargeDeclined'), { idempotencyKey: 'no' }));
    await refusalOf(before.stripe.paymentIntents.create(paymentOf('pm_sandbox_stored-500'), { idempotencyKey: '500' }));
    await before.stripe.refunds.create({ payment_intent: paid.id, amount: 99 }, { idempotencyKey: 'back' });
    const match = { method: 'POST', path: '/v1/refunds' };
    await before.control('POST', '/faults', { match, fault: { kind: 'fail-before', status: 500 }, times: 2 });
    await refusalOf(before.stripe.refunds.create({ payment_intent: paid.id }));
    const [ledger, faults, events] = [
      await before.ledger(),
      await before.control('GET', '/faults'),
      await before.control('GET', '/events'),
    ];
    await before.close();

    const after = await openBench({ dataDir });
    try {
      expect(await after.ledger()).toEqual(ledger);
      expect(await after.control('GET', '/faults')).toEqual(faults);
      expect(await after.control('GET', '/events')).toEqual(events);
      const stored = after.stripe.paymentIntents.create(paymentOf('pm_sandbox_stored-500'), { idempotencyKey: '500' });
      expect(await refusalOf(stored)).toMatchObject({ statusCode: 500, headers: { 'idempotent-replayed': 'true' } });
      const second = await after.control('POST', '/faults', { match, fault: { kind: 'delay' } });
      expect(second.body.id).not.toBe((faults.body.items as { id: number }[])[0]?.id);
    } finally {
      await after.close();
    }
  });

  it('settle after a restart what was due meanwhile', async () => {
    const before = await openBench({ dataDir });
    const { id } = await before.stripe.paymentIntents.create(paymentOf('pm_sandbox_async-outcome_400'));
    await before.close();
    const after = await openBench({ dataDir });
    try {
      const statusOf = async () => (await after.stripe.paymentIntents.retrieve(id)).status;
      await until('it succeeds', async () => (await statusOf()) === 'succeeded');
    } finally {
      await after.close();
    }
  });

  it('deliver after a restart what nobody took before', async () => {
    const receiver = await openReceiver();
    const webhooks = { webhookUrl: receiver.url, webhookSecret: WEBHOOK_SECRET };
    receiver.status = 500;
    const before = await openBench({ dataDir, ...webhooks });
    await before.stripe.paymentIntents.create(paymentOf('pm_sandbox_webhook-first'));
    await before.close();
    receiver.status = 200;
    const seen = receiver.deliveries.length;
    const after = await openBench({ dataDir, ...webhooks });
    try {
      await until('it is delivered', async () => receiver.deliveries.length > seen);
      const [first, last] = [receiver.deliveries[0], receiver.deliveries.at(-1)];
      expect(last?.event.id).toBe(first?.event.id);
    } finally {
      await after.close();
      await receiver.close();
    }
  });

  it('danger: a kill tears the last line; everything before it is kept and what follows is readable', async () => {
    const journal = join(dataDir, 'journal.ndjson');
    const first = await openBench({ dataDir });
    await first.stripe.paymentIntents.create(paymentOf('pm_card_visa'), { idempotencyKey: 'a' });
    await first.close();
    await appendFile(journal, '{"payment":{"object":"payment_intent","id":"pi_torn"');
    const second = await openBench({ dataDir });
    await second.stripe.paymentIntents.create(paymentOf('pm_card_visa'), { idempotencyKey: 'b' });
    await second.close();
    const third = await openBench({ dataDir });
    try {
      expect((await third.ledger()).charges).toMatchObject([{ idempotencyKey: 'a' }, { idempotencyKey: 'b' }]);
    } finally {
      await third.close();
    }
  });

  it('refuse to be opened when damaged in the middle', async () => {
    const journal = join(dataDir, 'journal.ndjson');
    const bench = await openBench({ dataDir });
    await bench.stripe.paymentIntents.create(paymentOf('pm_card_visa'));
    await bench.close();
    await writeFile(journal, `garbage\n${await readFile(journal, 'utf8')}`);
    await expect(openBench({ dataDir })).rejects.toThrow('damaged at line 1');
  });
});

describe('npm run sandbox', () => {
  it('tells its address in one line and stops on SIGTERM', async () => {
    const dataDir = await emptyDirectory();
    const { child, output, end } = await startSandboxProcess(dataDir);
    const url = await urlOf(output);
    expect((await fetch(`${url}/_sandbox/ledger`)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await end).toEqual([0, null]);
    expect(output.stdout.trim().split('\n')).toHaveLength(1);
    await rm(dataDir, { recursive: true, force: true });
  });

  it('without a secret signs with the one that a service without a secret expects', async () => {
    const receiver = await openReceiver();
    const dataDir = await emptyDirectory();
    const { child, output, end } = await startSandboxProcess(dataDir, { SANDBOX_WEBHOOK_URL: receiver.url });
    try {
      const form = { amount: '500', currency: 'usd', payment_method: 'pm_card_visa', confirm: 'true' };
      expect((await post(await urlOf(output), '/v1/payment_intents', form, 'told')).status).toBe(200);
      const told = await until('it is told', async () => receiver.deliveries[0]);
      const signature = told.headers['stripe-signature'] ?? '';
      expect(Stripe.webhooks.constructEvent(told.body, signature, SANDBOX_WEBHOOK_SECRET).type).toBe(
        'payment_intent.succeeded',
      );
    } finally {
      child.kill('SIGKILL');
      await end;
      await receiver.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  });

  it.each([
    ['a port that is taken', (port: number) => ({ SANDBOX_PORT: String(port) })],
    ['a port that is none', () => ({ SANDBOX_PORT: 'many' })],
    ['a lag without a unit', () => ({ SANDBOX_SEARCH_LAG: '2' })],
    ['an address that is none', () => ({ SANDBOX_WEBHOOK_URL: 'the shop' })],
  ])('says in one line that it cannot use %s, and exits with 1', async (_what, environment) => {
    const dataDir = await emptyDirectory();
    const occupant = createServer().listen(0, '127.0.0.1');
    await once(occupant, 'listening');
    const { output, end } = await startSandboxProcess(dataDir, environment((occupant.address() as AddressInfo).port));
    expect(await end).toEqual([1, null]);
    expect(output.stderr.trim().split('\n')).toHaveLength(1);
    expect(output.stdout).toBe('');
    occupant.close();
    await rm(dataDir, { recursive: true, force: true });
  });
});
