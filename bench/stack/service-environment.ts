import { CLIENT_SECRET, OPERATOR_SECRET, WEBHOOK_SECRET } from './system.ts';

/** What the service and the audit of it are told; everything else has its default. */
export const serviceEnvironment = (databaseUrl: string, sandboxUrl: string, dataDir: string): NodeJS.ProcessEnv => ({
  NODE_ENV: 'production',
  PORT: '0',
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  SANDBOX_PSP_URL: sandboxUrl,
  PSP_WEBHOOK_SECRET: WEBHOOK_SECRET,
  // The others wait for a confirmed order as long as it takes; so does this one, instead of answering 202 after 2 s.
  ORDER_WAIT: '30s',
  API_KEYS: `bench:client:${CLIENT_SECRET},operator:operator:${OPERATOR_SECRET}`,
});
