import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PaymentGateway } from '#modules/payments/gateway/payment-gateway.js';
import { createStripeGateway } from '#modules/payments/gateway/stripe/create-stripe-gateway.js';
import { startSandbox } from '../../src/sandbox/server.js';
import { IMPATIENCE_MS, type Movement } from './gateway-bench.js';
import { describeGateway } from './payment-gateway.contract.js';

describeGateway('Stripe over the sandbox', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'ichido-gateway-contract-'));
  const sandbox = await startSandbox({ port: 0, dataDir });
  const gatewayWithin = (timeoutMs: number): PaymentGateway =>
    createStripeGateway({
      provider: 'sandbox',
      secretKey: 'sk_test_contract',
      apiBase: sandbox.url,
      timeoutMs,
      returnUrl: 'http://localhost/back',
    });
  const ledger = async (of: 'charges' | 'refunds', orderId: string): Promise<Movement[]> => {
    const response = await fetch(`${sandbox.url}/_sandbox/ledger`);
    const books = (await response.json()) as Record<typeof of, Movement[]>;
    return books[of].filter(({ metadata }) => metadata['orderId'] === orderId);
  };
  const arm = async (match: object, fault: object): Promise<void> => {
    const body = JSON.stringify({ match: { method: 'POST', ...match }, fault });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${sandbox.url}/_sandbox/faults`, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`The sandbox did not take the fault: ${response.status}`);
  };
  return {
    gateway: gatewayWithin(10_000),
    impatient: gatewayWithin(IMPATIENCE_MS),
    charges: (orderId) => ledger('charges', orderId),
    refunds: (orderId) => ledger('refunds', orderId),
    failNext: (paymentMethod, status) =>
      arm({ path: '/v1/payment_intents', paymentMethod }, { kind: 'fail-before', status }),
    dropNextRefund: () => arm({ path: '/v1/refunds' }, { kind: 'drop-after-effect' }),
    stop: async () => {
      await sandbox.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
});
