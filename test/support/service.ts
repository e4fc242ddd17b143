import { createApplication } from '../../src/application.js';
import type { Config } from '#shared/config/config.js';
import { loadConfig } from '#shared/config/load-config.js';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** Two tenants and an operator, as API_KEYS writes them. */
export const KEYS = {
  alice: 'alice-secret-0001',
  bob: 'bob-secret-000001',
  operator: 'operator-secret-1',
} as const;

export type KeyName = keyof typeof KEYS;

/** What every test service runs with unless the test says otherwise: short times, silent log. */
export const environment = (databaseUrl: string, sandboxUrl: string): Record<string, string> => ({
  PORT: '0',
  DATABASE_URL: databaseUrl,
  SANDBOX_PSP_URL: sandboxUrl,
  API_KEYS: `alice:client:${KEYS.alice},bob:client:${KEYS.bob},ops:operator:${KEYS.operator}`,
  // A first request gets its decision even on a machine that is busy with other tests.
  ORDER_WAIT: '20s',
  LEASE: '3s',
  PSP_TIMEOUT: '5s',
  LOG_LEVEL: 'silent',
});

export interface TestService {
  readonly url: string;
  readonly app: NestFastifyApplication;
  readonly config: Config;
  close(): Promise<void>;
}

/** The real application in this process, on a port of its own. */
export async function startService(variables: Record<string, string>): Promise<TestService> {
  const config = loadConfig(variables);
  const app = await createApplication(config);
  await app.listen(config.port, config.host);
  return { url: await app.getUrl(), app, config, close: () => app.close() };
}
