import { addressOf } from './address.js';
import { demoKeys } from '../local/demo-keys.js';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const KEY = { ICHIDO_OPERATOR_KEY: 'operator-secret-1' };

describe('where a command asks', () => {
  it.each([
    ['this machine', undefined, {}, 'http://localhost:3000'],
    ['this machine at PORT', undefined, { PORT: '8080' }, 'http://localhost:8080'],
    ['ICHIDO_URL, with a path', undefined, { ICHIDO_URL: 'https://a.example/x/', PORT: '1' }, 'https://a.example/x'],
    ['--url before ICHIDO_URL', 'http://b.example', { ICHIDO_URL: 'https://a.example' }, 'http://b.example'],
    ['what is left empty counts as unset', undefined, { ICHIDO_URL: ' ', PORT: '' }, 'http://localhost:3000'],
  ])('%s', async (_, given, variables, url) => {
    expect((await addressOf(given, { ...KEY, ...variables })).url).toBe(url);
  });

  it.each(['example.com', 'ftp://a.example', 'http://a.example/?x=1', 'http://me:hush@a.example'])(
    'not at %s, which is not repeated',
    async (given) => {
      const complaint = await addressOf(given, KEY).catch((error: Error) => error.message);
      expect(complaint).toMatch(/^The address of the service must be an http:\/\/ or https:\/\/ URL without a user/);
      expect(complaint).not.toContain('hush');
    },
  );
});

describe('as whom a command asks', () => {
  let dataDir: string;
  let demo: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'ichido-ops-'));
    demo = (await demoKeys(dataDir)).find(({ role }) => role === 'operator')!.secret;
  });
  afterAll(() => rm(dataDir, { recursive: true }));

  const keyAt = async (url: string, variables: Record<string, string> = {}): Promise<string> =>
    addressOf(url, { DATA_DIR: dataDir, ...variables }).then(
      ({ key }) => key,
      (error: Error) => error.message,
    );

  it('the operator of ICHIDO_OPERATOR_KEY, else the demo operator of DATA_DIR', async () => {
    expect(await keyAt('http://localhost:3000', KEY)).toBe(KEY.ICHIDO_OPERATOR_KEY);
    for (const own of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
      expect(await keyAt(own)).toBe(demo);
  });

  it('danger: the demo key is sent to strangers, or to a service that has keys of its own: it is not', async () => {
    const none = /^No key to ask with: set ICHIDO_OPERATOR_KEY/;
    expect(await keyAt('http://localhost.example')).toMatch(none);
    expect(await keyAt('http://localhost:3000', { API_KEYS: 'ops:operator:of-somebody' })).toMatch(none);
    expect(await keyAt('http://localhost:3000', { PAYMENT_PROVIDER: 'stripe' })).toMatch(none);
  });

  it('nobody where no start has made demo keys; asking makes none', async () => {
    const empty = join(dataDir, 'empty');
    expect(await keyAt('http://localhost:3000', { DATA_DIR: empty })).toMatch(/^No key to ask with/);
    expect(await readdir(dataDir)).toEqual(['demo-keys']);
  });

  it('danger: a key that no header can carry is repeated by the error about it: it is not', async () => {
    const complaint = await keyAt('http://localhost:3000', { ICHIDO_OPERATOR_KEY: 'hush\nhush' });
    expect(complaint).toMatch(/^ICHIDO_OPERATOR_KEY is no secret of an API key/);
    expect(complaint).not.toContain('hush');
  });
});
