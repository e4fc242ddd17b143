import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { forgetOriginal, ServerScene } from './embedded-server.scene.js';
import { type LocalStart, signalGroup, startByNpm, startProgram } from './local-start.scene.js';
import { allowWholeServers } from './patience.js';
import { until } from './until.js';

allowWholeServers();

let scene: ServerScene;
beforeEach(() => void (scene = new ServerScene()));
afterEach(() => scene.close());
afterAll(forgetOriginal);

const serverLog = (dataDir: string) => readFile(join(dataDir, 'postgres', 'server.log'), 'utf8');
const serverPid = async (dataDir: string) =>
  Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);

const isReady = async (url: string): Promise<boolean> => (await fetch(`${url}/health/ready`)).status === 200;

/** The printed command as a request. */
const printedOrder = (start: LocalStart) => {
  const [, url = '', headers = '', body = ''] = /curl -i (\S+) (.*) -d '(.*)'/.exec(start.stdout()) ?? [];
  const pairs = [...headers.matchAll(/-H '([^:]+): ([^']+)'/g)].map(
    ([, name = '', value = '']) => [name, value] as const,
  );
  return fetch(url, { method: 'POST', headers: Object.fromEntries(pairs), body });
};

const endOf = async (start: LocalStart) => ({ code: await start.ended, stderr: start.stderr() });
const IN_ORDER = { code: 0, stderr: '' };

describe('a local start', () => {
  it('serves, prints an order whose key and answer work, and ends on Ctrl-C with the database stopped last', async () => {
    const dataDir = await scene.directory();
    const start = startProgram(scene, { DATA_DIR: dataDir });
    const url = await start.running();
    expect(await isReady(url)).toBe(true);
    const answer = await printedOrder(start);
    expect([201, 202]).toContain(answer.status);
    expect(start.stdout()).toMatch(/Demo operator\s+demo_/);

    // npm passes on the signal that the terminal has sent already.
    signalGroup(start, 'SIGINT');
    signalGroup(start, 'SIGINT');
    expect(await endOf(start)).toEqual(IN_ORDER);
    expect((await serverLog(dataDir)).trim()).toMatch(/database system is shut down$/);
  });

  it('after kill -9 finds its orphaned database, its keys and its sandbox again', async () => {
    const dataDir = await scene.usedDirectory();
    const first = startProgram(scene, { DATA_DIR: dataDir });
    await first.running();
    const orphan = await serverPid(dataDir);
    signalGroup(first, 'SIGKILL');
    await first.ended;

    const second = startProgram(scene, { DATA_DIR: dataDir });
    expect(await isReady(await second.running())).toBe(true);
    expect(await serverPid(dataDir)).toBe(orphan);
    const keysIn = (start: LocalStart) => start.stdout().match(/Demo \w+\s+\S+/g);
    expect(keysIn(second)).toEqual(keysIn(first));
    signalGroup(second, 'SIGTERM');
    expect(await endOf(second)).toEqual(IN_ORDER);
    expect((await serverLog(dataDir)).trim()).toMatch(/database system is shut down$/);
  });

  it('that is interrupted while it starts stops what it has started', async () => {
    const dataDir = await scene.usedDirectory();
    const start = startProgram(scene, { DATA_DIR: dataDir });
    await until('the database is being started', () => start.stdout().includes('Starting PostgreSQL'));
    signalGroup(start, 'SIGINT');
    expect(await endOf(start)).toEqual(IN_ORDER);
    await expect(serverPid(dataDir)).rejects.toThrow('ENOENT');
  });
});

describe('npm start', () => {
  it('builds, serves and ends in order when npm alone gets SIGTERM', async () => {
    const dataDir = await scene.usedDirectory();
    const start = startByNpm(scene, { DATA_DIR: dataDir });
    expect(await isReady(await start.running())).toBe(true);
    start.process.kill('SIGTERM');
    await start.ended;
    await expect(serverPid(dataDir)).rejects.toThrow('ENOENT');
  });
});
