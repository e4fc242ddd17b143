import { EnvironmentMistake, readEnvironment } from './environment.js';

describe('the environment of the sandbox', () => {
  it('has defaults for everything', () => {
    expect(readEnvironment({})).toEqual({
      port: 4010,
      dataDir: '.data/sandbox',
      searchLagMs: 2000,
      webhookUrl: 'http://127.0.0.1:3000/api/webhooks/stripe',
      webhookSecret: 'whsec_ichido_sandbox',
    });
  });

  it('sends webhooks to the service on its port, and signs with the first of several secrets', () => {
    expect(readEnvironment({ PORT: '3100', PSP_WEBHOOK_SECRET: 'whsec_new, whsec_old' })).toMatchObject({
      webhookUrl: 'http://127.0.0.1:3100/api/webhooks/stripe',
      webhookSecret: 'whsec_new',
    });
  });

  it('takes an empty address as: record only', () => {
    expect(readEnvironment({ SANDBOX_WEBHOOK_URL: '', PSP_WEBHOOK_SECRET: 'whsec_x' }).webhookUrl).toBeUndefined();
  });

  it('signs with the secret that a service without one expects, also at another address', () => {
    const given = { SANDBOX_WEBHOOK_URL: 'http://127.0.0.1/hooks', PSP_WEBHOOK_SECRET: '' };
    expect(readEnvironment(given)).toMatchObject({
      webhookUrl: 'http://127.0.0.1/hooks',
      webhookSecret: 'whsec_ichido_sandbox',
    });
  });

  it('keeps its data in the data directory of the service', () => {
    expect(readEnvironment({ DATA_DIR: '/tmp/shop' }).dataDir).toBe('/tmp/shop/sandbox');
    expect(readEnvironment({ DATA_DIR: '/tmp/shop', SANDBOX_DATA: '/tmp/psp' }).dataDir).toBe('/tmp/psp');
  });

  it.each([
    ['0ms', 0],
    ['500ms', 500],
    ['3s', 3000],
    ['2m', 120_000],
    ['1h', 3_600_000],
    ['1d', 86_400_000],
  ])('reads a lag of %s', (lag, milliseconds) => {
    expect(readEnvironment({ SANDBOX_SEARCH_LAG: lag }).searchLagMs).toBe(milliseconds);
  });

  it.each([
    [{ SANDBOX_PORT: '65536' }, 'SANDBOX_PORT'],
    [{ SANDBOX_PORT: '-1' }, 'SANDBOX_PORT'],
    [{ SANDBOX_SEARCH_LAG: '2' }, 'SANDBOX_SEARCH_LAG'],
    [{ SANDBOX_SEARCH_LAG: '2 s' }, 'SANDBOX_SEARCH_LAG'],
    [{ SANDBOX_WEBHOOK_URL: 'ftp://example.test', PSP_WEBHOOK_SECRET: 'x' }, 'SANDBOX_WEBHOOK_URL'],
    [{ PORT: 'many' }, 'PORT'],
  ])('refuses %j and names the variable', (variables, name) => {
    expect(() => readEnvironment(variables)).toThrow(EnvironmentMistake);
    expect(() => readEnvironment(variables)).toThrow(name);
  });
});
