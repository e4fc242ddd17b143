import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createStripeGateway } from '#modules/payments/gateway/stripe/create-stripe-gateway.js';
import { StripeWebhooks } from '#modules/payments/gateway/stripe/stripe-webhooks.js';
import { startSandbox } from '../../src/sandbox/server.js';
import { until } from '../support/until.js';
import { describeWebhooks, type SentWebhook } from './provider-webhooks.contract.js';

const SECRET = 'whsec_contract';

describeWebhooks('Stripe over the sandbox', async () => {
  const received: SentWebhook[] = [];
  const listener = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ raw: Buffer.concat(chunks), proof: request.headers['stripe-signature']?.toString() });
      response.writeHead(200).end();
    });
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const dataDir = await mkdtemp(join(tmpdir(), 'ichido-webhooks-contract-'));
  const sandbox = await startSandbox({
    port: 0,
    dataDir,
    webhookUrl: `http://127.0.0.1:${port}/`,
    webhookSecret: SECRET,
  });
  return {
    webhooks: new StripeWebhooks({ provider: 'sandbox', secrets: [SECRET], livemode: false }),
    gateway: createStripeGateway({
      provider: 'sandbox',
      secretKey: 'sk_test_contract',
      apiBase: sandbox.url,
      timeoutMs: 10_000,
      returnUrl: 'http://localhost/back',
    }),
    sent: (orderId, count) =>
      until(`${count} webhooks about ${orderId}`, async () => {
        const about = received.filter(({ raw }) => raw.includes(orderId));
        return about.length >= count && about;
      }),
    completeAction: async (providerReference, result) => {
      const path = `/_sandbox/payment_intents/${providerReference}/complete-action`;
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ result });
      const response = await fetch(`${sandbox.url}${path}`, { method: 'POST', headers, body });
      if (!response.ok) throw new Error(`The sandbox did not complete the action: ${response.status}`);
    },
    stop: async () => {
      await sandbox.close();
      listener.closeAllConnections();
      listener.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
});
