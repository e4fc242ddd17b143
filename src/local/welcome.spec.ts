import { join } from 'node:path';
import { loadConfig } from '#shared/config/load-config.js';
import { welcome } from './welcome.js';

const keys = [
  { name: 'demo', role: 'client', secret: 'client-secret' },
  { name: 'demo-operator', role: 'operator', secret: 'operator-secret' },
] as const;
const sandboxPspUrl = 'http://127.0.0.1:4010';

describe('the words at the end of a local start', () => {
  it('name the service, its docs, its console, the sandbox and both demo keys', () => {
    const text = welcome(loadConfig({ PORT: '3100' }), { sandboxPspUrl, demoKeys: keys });
    for (const part of [
      'http://localhost:3100\n',
      'http://localhost:3100/docs',
      'http://localhost:3100/console',
      sandboxPspUrl,
    ])
      expect(text).toContain(part);
    expect(text).toMatch(/Demo client\s+client-secret/);
    expect(text).toMatch(/Demo operator\s+operator-secret/);
    expect(text).toContain(join('.data', 'demo-keys'));
  });

  it('hold one curl in one line, with the client key and an idempotency key of its own', () => {
    const curlOf = () =>
      welcome(loadConfig({}), { sandboxPspUrl, demoKeys: keys })
        .split('\n')
        .filter((line) => line.trim().startsWith('curl '));
    const [first] = curlOf();
    expect(curlOf()).toHaveLength(1);
    expect(first).toContain("-H 'Authorization: Bearer client-secret'");
    expect(first).toMatch(/-H 'Idempotency-Key: [0-9a-f-]{36}'/);
    expect(first).not.toEqual(curlOf()[0]);
  });

  it('never show a key that was given by API_KEYS', () => {
    const config = loadConfig({ API_KEYS: 'shop:client:shop-secret-1' });
    expect(welcome(config, { sandboxPspUrl })).not.toContain('shop-secret-1');
  });

  it('offer no order where nothing serves or money is real', () => {
    expect(welcome(loadConfig({ ROLE: 'worker' }), { sandboxPspUrl, demoKeys: keys })).not.toContain('curl');
    expect(welcome(loadConfig({}), {})).not.toContain('curl');
  });
});
