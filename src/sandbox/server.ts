import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { controlRoutes } from './http/control.routes.js';
import { Provider } from './http/provider.js';
import { v1Routes } from './http/v1.routes.js';
import { claimSoleUse } from './sole-use.js';
import { newId } from './wire/new-id.js';

/** Search at Stripe lags by up to a minute; 2 s keep that danger in short tests. */
const DEFAULT_SEARCH_LAG_MS = 2000;

export interface SandboxOptions {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host?: string;
  /** Holds the journal; created when missing. One sandbox at a time. */
  readonly dataDir: string;
  /** How long a new payment stays out of search results. */
  readonly searchLagMs?: number;
  /** Where events are delivered; without it they are only recorded. */
  readonly webhookUrl?: string;
  /** Signs what is delivered; needed with `webhookUrl`. */
  readonly webhookSecret?: string;
  /**
   * Kills the service that it runs beside, and resolves when that is dead; without it there is no `kill-after-effect`.
   */
  readonly killService?: () => Promise<void>;
}

export interface RunningSandbox {
  readonly url: string;
  readonly port: number;
  /** Resolves when the port is free and the journal is closed; delayed requests end without effect. */
  close(): Promise<void>;
}

/**
 * Starts the sandbox provider: the part of Stripe's v1 API that is used here, with faults on request. Rejects with the
 * original error when the port is taken (`EADDRINUSE`) or the journal cannot be used, and with `DirectoryInUse` when
 * another sandbox writes it.
 */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const leave = await claimSoleUse(options.dataDir);
  try {
    const sandbox = await openSandbox(options);
    return { ...sandbox, close: () => sandbox.close().then(leave) };
  } catch (error) {
    await leave();
    throw error;
  }
}

async function openSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const { port, host = '127.0.0.1', dataDir, searchLagMs = DEFAULT_SEARCH_LAG_MS, killService } = options;
  const provider = new Provider({ dataDir, searchLagMs, webhooks: webhookAddress(options), killService });
  const app = serverFor(provider);
  app.addHook('onClose', () => provider.books.close());
  const close = async (): Promise<void> => {
    provider.quiet();
    await app.close();
  };
  try {
    await app.listen({ port, host });
  } catch (error) {
    await close();
    throw error;
  }
  const { port: taken } = app.server.address() as AddressInfo;
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`, port: taken, close };
}

function webhookAddress({ webhookUrl, webhookSecret }: SandboxOptions) {
  if (!webhookUrl) return undefined;
  if (!webhookSecret) throw new Error('A webhook secret is needed to sign what is sent to the webhook address.');
  return { url: webhookUrl, secret: webhookSecret };
}

function serverFor(provider: Provider) {
  // A client's idle keep-alive connection must not hold up the end.
  const app = Fastify({ forceCloseConnections: true, genReqId: () => newId('req') });
  void app.register(async (v1) => v1Routes(v1, provider), { prefix: '/v1' });
  void app.register(async (control) => controlRoutes(control, provider), { prefix: '/_sandbox' });
  return app;
}
