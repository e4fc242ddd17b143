import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoKeys } from './demo-keys.js';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ichido-demo-keys-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

describe('demo keys', () => {
  it('are one client and one operator with secrets of their own', async () => {
    const [client, operator] = await demoKeys(dataDir);
    expect(client).toMatchObject({ name: 'demo', role: 'client' });
    expect(operator).toMatchObject({ name: 'demo-operator', role: 'operator' });
    expect(client?.secret).not.toBe(operator?.secret);
  });

  it('stay the same at the next start', async () => {
    expect(await demoKeys(dataDir)).toEqual(await demoKeys(dataDir));
  });

  it('differ between two checkouts', async () => {
    expect(await demoKeys(dataDir)).not.toEqual(await demoKeys(join(dataDir, 'other')));
  });

  it('can be read by their owner alone', async () => {
    await demoKeys(dataDir);
    expect((await stat(join(dataDir, 'demo-keys'))).mode & 0o777).toBe(0o600);
  });

  it('are agreed on by starts at the same instant, which leave nothing else behind', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => demoKeys(dataDir)));
    expect(new Set(all.map((keys) => JSON.stringify(keys))).size).toBe(1);
    expect(await readdir(dataDir)).toEqual(['demo-keys']);
  });

  it('that someone has broken are named, not replaced', async () => {
    await writeFile(join(dataDir, 'demo-keys'), 'demo:client\n');
    await expect(demoKeys(dataDir)).rejects.toThrow(`remove ${join(dataDir, 'demo-keys')} for new ones`);
  });
});
