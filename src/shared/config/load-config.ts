import { join, resolve } from 'node:path';
import { parseApiKeys } from './api-keys.js';
import type { Config } from './config.js';
import { parseCorsOrigins } from './cors-origins.js';
import { databaseUrl } from './database-url.js';
import { Environment } from './environment.js';
import { keySettings } from './key-settings.js';
import { paymentSettings } from './payment-settings.js';
import { traceSettings } from './trace-settings.js';

const PORTS = { min: 0, max: 65_535 };

/** Reads and checks the whole environment. Throws ConfigError about the first variable that is wrong. */
export function loadConfig(variables: NodeJS.ProcessEnv): Config {
  const env = new Environment(variables);
  const port = env.wholeNumber('PORT', 3000, PORTS);
  const dataDir = resolve(env.text('DATA_DIR') ?? '.data');
  const apiKeys = env.text('API_KEYS');
  const corsOrigins = env.text('CORS_ORIGINS');
  return Object.freeze({
    port,
    host: env.text('HOST') ?? '127.0.0.1',
    databaseUrl: databaseUrl(env),
    dataDir,
    role: env.oneOf('ROLE', 'all', ['all', 'api', 'worker']),

    ...paymentSettings(env, port),
    sandboxPort: env.wholeNumber('SANDBOX_PORT', 4010, PORTS),
    sandboxData: resolve(env.text('SANDBOX_DATA') ?? join(dataDir, 'sandbox')),
    sandboxSearchLagMs: env.duration('SANDBOX_SEARCH_LAG', '2s', { min: '0ms', max: '1h' }),

    apiKeys: apiKeys === undefined ? undefined : parseApiKeys(apiKeys),
    operatorLimit: env.wholeNumber('OPERATOR_LIMIT', undefined, { min: 0, max: 1_000_000_000_000, example: 10_000 }),
    rateLimit: env.wholeNumber('RATE_LIMIT', undefined, { min: 1, max: 1_000_000, example: 600 }),
    corsOrigins: corsOrigins === undefined ? undefined : parseCorsOrigins(corsOrigins),
    // A body is read into memory: 10 MB times the requests that come at once is what a small machine can bear.
    bodyLimitBytes: env.byteSize('BODY_LIMIT', '256kb', { min: '1kb', max: '10mb' }),

    ...keySettings(env),
    sweepIntervalMs: env.duration('SWEEP_INTERVAL', '60s', TIMER),
    leaseMs: env.duration('LEASE', '30s', { min: '500ms', max: '1h' }),
    // 30 s is the longest wait that a caller may ask for with `Prefer: wait`.
    orderWaitMs: env.duration('ORDER_WAIT', '2s', { min: '0ms', max: '30s' }),

    pspTimeoutMs: env.duration('PSP_TIMEOUT', '10s', { min: '50ms', max: '120s' }),
    pspKeyWindowMs: env.duration('PSP_KEY_WINDOW', '24h', { min: '1s', max: '365d' }),
    inDoubtLimitMs: env.duration('IN_DOUBT_LIMIT', '24h', { min: '1s', max: '365d' }),
    sagaDeadlineMs: env.duration('SAGA_DEADLINE', '15m', { min: '1s', max: '365d' }),

    shutdownGraceMs: env.duration('SHUTDOWN_GRACE', '10s', { min: '0ms', max: '10m' }),
    dbPool: env.wholeNumber('DB_POOL', 8, { min: 1, max: 500 }),
    ...traceSettings(env),
    logLevel: env.oneOf('LOG_LEVEL', 'info', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
  });
}

/** Node's timers count to 24.8 days and fire at once beyond; below 100 ms the task would do nothing but ask. */
const TIMER = { min: '100ms', max: '1d' };
