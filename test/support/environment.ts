/** Two tenants and two operators, as API_KEYS writes them. */
export const KEYS = {
  alice: 'alice-secret-0001',
  bob: 'bob-secret-000001',
  operator: 'operator-secret-1',
  deputy: 'operator-secret-2',
} as const;

export type KeyName = keyof typeof KEYS;

/** What every test service runs with unless the test says otherwise: short times, silent log. */
export const environment = (databaseUrl: string, sandboxUrl: string): Record<string, string> => ({
  PORT: '0',
  DATABASE_URL: databaseUrl,
  SANDBOX_PSP_URL: sandboxUrl,
  API_KEYS: `alice:client:${KEYS.alice},bob:client:${KEYS.bob},ops:operator:${KEYS.operator},deputy:operator:${KEYS.deputy}`,
  // A first request gets its decision even on a machine that is busy with other tests.
  ORDER_WAIT: '20s',
  LEASE: '3s',
  PSP_TIMEOUT: '5s',
  LOG_LEVEL: 'silent',
});
