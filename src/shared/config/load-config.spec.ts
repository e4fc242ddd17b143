import { resolve } from 'node:path';
import { ConfigError } from './config.error.js';
import { loadConfig } from './load-config.js';

const messageOf = (env: NodeJS.ProcessEnv): string => {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'accepted';
};

describe('an empty environment', () => {
  it('is enough, and means the documented defaults', () => {
    expect(loadConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: resolve('.data'),
      role: 'all',
      paymentProvider: 'sandbox',
      sandboxPort: 4010,
      sandboxData: resolve('.data/sandbox'),
      sandboxSearchLagMs: 2_000,
      sandboxWebhookUrl: 'http://127.0.0.1:3000/api/webhooks/stripe',
      pspWebhookSecrets: ['whsec_ichido_sandbox'],
      paymentReturnUrl: 'http://localhost:3000/console',
      idempotencyTtlMs: 86_400_000,
      idempotencyTtlForced: false,
      idempotencyProfile: 'default',
      replayCacheBytes: 16_777_216,
      sweepIntervalMs: 60_000,
      leaseMs: 30_000,
      orderWaitMs: 2_000,
      pspTimeoutMs: 10_000,
      pspKeyWindowMs: 86_400_000,
      inDoubtLimitMs: 86_400_000,
      sagaDeadlineMs: 900_000,
      shutdownGraceMs: 10_000,
      dbPool: 8,
      bodyLimitBytes: 262_144,
      logLevel: 'info',
    });
  });

  it('cannot be changed afterwards', () => {
    expect(Object.isFrozen(loadConfig({}))).toBe(true);
  });

  it('is also one whose variables are set to nothing', () => {
    expect(loadConfig({ PORT: '', DATABASE_URL: ' ', API_KEYS: '', ROLE: '' })).toEqual(loadConfig({}));
  });
});

describe('a full environment', () => {
  it('is read member by member', () => {
    const config = loadConfig({
      PORT: '3100',
      HOST: '0.0.0.0',
      DATABASE_URL: 'postgresql://u:p%40ss@db:5432/orders',
      DATA_DIR: '/srv/ichido',
      ROLE: 'worker',
      PAYMENT_PROVIDER: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_API_BASE: 'http://127.0.0.1:9/',
      PSP_WEBHOOK_SECRET: 'whsec_new, whsec_old',
      API_KEYS: 'shop:client:shop-secret-1,ops:operator:ops-secret-1',
      OPERATOR_LIMIT: '10000',
      RATE_LIMIT: '600',
      CORS_ORIGINS: 'https://shop.example, http://localhost:5173,https://shop.example',
      BODY_LIMIT: '1mb',
      ORDER_WAIT: '0ms',
    });
    expect(config).toMatchObject({
      port: 3100,
      host: '0.0.0.0',
      databaseUrl: 'postgresql://u:p%40ss@db:5432/orders',
      dataDir: '/srv/ichido',
      role: 'worker',
      sandboxData: '/srv/ichido/sandbox',
      sandboxWebhookUrl: 'http://127.0.0.1:3100/api/webhooks/stripe',
      stripeSecretKey: 'sk_test_1',
      stripeApiBase: 'http://127.0.0.1:9',
      pspWebhookSecrets: ['whsec_new', 'whsec_old'],
      apiKeys: [
        { name: 'shop', role: 'client', secret: 'shop-secret-1' },
        { name: 'ops', role: 'operator', secret: 'ops-secret-1' },
      ],
      operatorLimit: 10_000,
      rateLimit: 600,
      corsOrigins: ['https://shop.example', 'http://localhost:5173'],
      bodyLimitBytes: 1_048_576,
      orderWaitMs: 0,
    });
  });
});

describe('an origin whose pages may call the API', () => {
  it.each(['http://127.0.0.1:5173', 'http://[::1]:5173', 'https://xn--bcher-kva.example', 'http://my_shop'])(
    'may be at %s',
    (origin) => {
      expect(loadConfig({ CORS_ORIGINS: origin }).corsOrigins).toEqual([origin]);
    },
  );
});

describe('answers that are kept for less than a day', () => {
  it('are a mistake unless they are meant', () => {
    expect(messageOf({ IDEMPOTENCY_TTL: '1h' })).toBe(
      'IDEMPOTENCY_TTL must be 24h or longer, not "1h": shorter only with IDEMPOTENCY_TTL_FORCED=true; for example IDEMPOTENCY_TTL=24h',
    );
    const forced = loadConfig({ IDEMPOTENCY_TTL: '1h', IDEMPOTENCY_TTL_FORCED: 'true' });
    expect(forced).toMatchObject({ idempotencyTtlMs: 3_600_000, idempotencyTtlForced: true });
  });
});

describe('a wrong variable', () => {
  it.each<[string, NodeJS.ProcessEnv]>([
    ['PORT', { PORT: 'abc' }],
    ['PORT', { PORT: '65536' }],
    ['PORT', { PORT: '-1' }],
    ['PORT', { PORT: '3000.5' }],
    ['SANDBOX_PORT', { SANDBOX_PORT: '1e3' }],
    ['ROLE', { ROLE: 'boss' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://localhost/x' }],
    ['DATABASE_URL', { DATABASE_URL: 'localhost:5432' }],
    ['SANDBOX_PSP_URL', { SANDBOX_PSP_URL: '127.0.0.1:4010' }],
    ['STRIPE_API_BASE', { STRIPE_API_BASE: 'ftp://stripe' }],
    ['PAYMENT_PROVIDER', { PAYMENT_PROVIDER: 'paypal' }],
    ['STRIPE_SECRET_KEY', { PAYMENT_PROVIDER: 'stripe', PSP_WEBHOOK_SECRET: 'whsec_1' }],
    ['PSP_WEBHOOK_SECRET', { PAYMENT_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'sk_test_1' }],
    ['PSP_WEBHOOK_SECRET', { PSP_WEBHOOK_SECRET: 'whsec_1,,whsec_2' }],
    ['LEASE', { LEASE: '30' }],
    ['LEASE', { LEASE: '10ms' }],
    ['SWEEP_INTERVAL', { SWEEP_INTERVAL: '30d' }],
    ['ORDER_WAIT', { ORDER_WAIT: '31s' }],
    ['DB_POOL', { DB_POOL: '0' }],
    ['BODY_LIMIT', { BODY_LIMIT: 'big' }],
    ['BODY_LIMIT', { BODY_LIMIT: '11mb' }],
    ['OPERATOR_LIMIT', { OPERATOR_LIMIT: '100.00' }],
    ['RATE_LIMIT', { RATE_LIMIT: '0' }],
    ['CORS_ORIGINS', { CORS_ORIGINS: '*' }],
    ['CORS_ORIGINS', { CORS_ORIGINS: 'shop.example' }],
    ['CORS_ORIGINS', { CORS_ORIGINS: 'https://shop.example/' }],
    ['CORS_ORIGINS', { CORS_ORIGINS: 'https://shop.example,' }],
    ['CORS_ORIGINS', { CORS_ORIGINS: 'HTTPS://shop.example' }],
    ['CORS_ORIGINS', { CORS_ORIGINS: 'https://shop.example:443' }],
    ['CORS_ORIGINS', { CORS_ORIGINS: 'file:///srv/page.html' }],
    ['CORS_ORIGINS', { CORS_ORIGINS: 'https://*.example' }],
    ['CORS_ORIGINS', { CORS_ORIGINS: 'https://shop..example' }],
    ['CORS_ORIGINS', { CORS_ORIGINS: 'https://.example' }],
    ['CORS_ORIGINS', { CORS_ORIGINS: `https://${'a'.repeat(64)}.example` }],
    ['CORS_ORIGINS', { CORS_ORIGINS: "https://a!b'c.example" }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['IDEMPOTENCY_PROFILE', { IDEMPOTENCY_PROFILE: 'strict' }],
    ['IDEMPOTENCY_TTL', { IDEMPOTENCY_TTL: '23h' }],
    ['IDEMPOTENCY_TTL', { IDEMPOTENCY_TTL: '999ms', IDEMPOTENCY_TTL_FORCED: 'true' }],
    ['IDEMPOTENCY_TTL_FORCED', { IDEMPOTENCY_TTL_FORCED: 'yes' }],
  ])('%s is named in one line with an example: %j', (name, env) => {
    const message = messageOf(env);
    expect(message).toMatch(new RegExp(`^${name} (must|is) .*; for example ${name}=\\S+$`));
  });

  it('is quoted and cut, so that it cannot fill or break the line', () => {
    const message = messageOf({ ROLE: `a\nb${'x'.repeat(500)}` });
    expect(message.split('\n')).toHaveLength(1);
    expect(message.length).toBeLessThan(150);
  });

  it.each<[string, NodeJS.ProcessEnv]>([
    ['database', { DATABASE_URL: 'http://u:hunter2hunter2@db/x' }],
    ['URL', { SANDBOX_PSP_URL: 'http://u:hunter2hunter2@127.0.0.1' }],
    ['API key', { API_KEYS: 'shop:hunter2hunter2:client' }],
    ['API key with a colon', { API_KEYS: 'shop:client:hunter2hunter2:x' }],
    ['API key with a blank', { API_KEYS: 'shop:client:hunter2hunter2 x' }],
  ])('never shows the secret of a wrong %s', (_kind, env) => {
    expect(messageOf(env)).toMatch(/must/);
    expect(messageOf(env)).not.toContain('hunter2');
  });
});
