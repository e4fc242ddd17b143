import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { type RunningSandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/server.js';

export const WEBHOOK_SECRET = 'whsec_sandbox_contract';

/** A card payment as the service makes it: create and confirm in one call. */
export const paymentOf = (
  paymentMethod: string,
  extra: Partial<Stripe.PaymentIntentCreateParams> = {},
): Stripe.PaymentIntentCreateParams => ({
  amount: 1999,
  currency: 'eur',
  payment_method: paymentMethod,
  allowed_payment_method_types: ['card'],
  confirm: true,
  return_url: 'http://localhost/return',
  metadata: { orderId: 'order-1', sagaId: 'saga-1' },
  ...extra,
});

export interface Bench {
  readonly sandbox: RunningSandbox;
  readonly stripe: Stripe;
  readonly dataDir: string;
  /** Calls a control route; resolves with its status and JSON. */
  control(method: string, path: string, body?: unknown): Promise<{ status: number; body: Record<string, unknown> }>;
  ledger(): Promise<Ledger>;
  /** One HTTP request and no more: the SDK sends a dropped one again. */
  send(path: string, params: Record<string, string>, key?: string): Promise<Response>;
  close(): Promise<void>;
}

interface Ledger {
  charges: Record<string, unknown>[];
  refunds: Record<string, unknown>[];
}

/** The official SDK as client of a sandbox; its own retries are off. */
const clientOf = (port: number): Stripe =>
  new Stripe('sk_test_contract', {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  });

/** A sandbox of its own on a free port, with an empty ledger unless a data directory is given. */
export async function openBench(options: Partial<SandboxOptions> = {}): Promise<Bench> {
  const dataDir = options.dataDir ?? (await emptyDirectory());
  const sandbox = await startSandbox({ port: 0, ...options, dataDir });
  const control: Bench['control'] = async (method, path, body) => {
    const json =
      body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetch(`${sandbox.url}/_sandbox${path}`, { method, ...json });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return {
    sandbox,
    dataDir,
    stripe: clientOf(sandbox.port),
    control,
    ledger: async () => (await control('GET', '/ledger')).body as unknown as Ledger,
    send: (path, params, key) =>
      fetch(`${sandbox.url}${path}`, {
        method: 'POST',
        headers: { Authorization: 'Bearer sk_test_contract', ...(key ? { 'Idempotency-Key': key } : {}) },
        body: new URLSearchParams(params),
      }),
    close: async () => {
      await sandbox.close();
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export const emptyDirectory = (): Promise<string> => mkdtemp(join(tmpdir(), 'ichido-sandbox-'));

/** The error a call rejects with; fails when it does not. */
export async function refusalOf(call: Promise<unknown>): Promise<InstanceType<typeof Stripe.errors.StripeError>> {
  const outcome = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (outcome instanceof Stripe.errors.StripeError) return outcome;
  throw new Error('The call was expected to fail with a Stripe error.', { cause: outcome });
}

interface Delivery {
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
  readonly event: Stripe.Event;
}

/** A webhook receiver that keeps what it got, in order, and answers with `status`. */
export async function openReceiver() {
  const deliveries: Delivery[] = [];
  const receiver = {
    deliveries,
    status: 200,
    /** Runs before the answer; what it awaits holds the delivery up. */
    beforeAnswer: async (): Promise<void> => {},
    url: '',
    types: () => deliveries.map(({ event }) => event.type),
    close: () => closeServer(server),
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const body = Buffer.concat(chunks).toString('utf8');
        deliveries.push({ body, headers: request.headers, event: JSON.parse(body) as Stripe.Event });
        void receiver.beforeAnswer().then(() => response.writeHead(receiver.status).end());
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  return receiver;
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
