import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '#shared/database/embedded-postgres/embedded-postgres.js';
import { ask, end } from '../support/embedded-process.js';
import { forgetOriginal, IN_A_HURRY, ServerScene } from './embedded-server.scene.js';
import { allowWholeServers } from './patience.js';

allowWholeServers();

let scene: ServerScene;
beforeEach(() => void (scene = new ServerScene()));
afterEach(() => scene.close());
afterAll(forgetOriginal);

const settings = IN_A_HURRY;
const kept = (url: string) => ask<{ x: number }>(url, 'SELECT x FROM kept');
const keep = (url: string) => ask(url, 'CREATE TABLE kept AS SELECT 1 AS x');

describe('the embedded server after a first start', () => {
  it('speaks UTF-8, sorts by code point, lives by UTC, is durable, and lets in whoever has its password', async () => {
    const dataDir = await scene.directory();
    const { url } = await scene.hold({ dataDir });
    const [row] = await ask(
      url,
      `SELECT current_setting('server_encoding') AS encoding, current_setting('TimeZone') AS zone, 'B' < 'a' AS by_code,
              current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
              current_setting('full_page_writes') AS pages`,
    );
    expect(row).toEqual({ encoding: 'UTF8', zone: 'UTC', by_code: true, fsync: 'on', commit: 'on', pages: 'on' });

    const guessed = new URL(url);
    guessed.password = 'guessed';
    await expect(ask(guessed.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
    expect((await stat(join(dataDir, 'postgres', 'ichido.password'))).mode & 0o777).toBe(0o600);
  });
});

describe('the embedded server', () => {
  it('keeps its data and its port over a stop and a start', async () => {
    const dataDir = await scene.usedDirectory();
    const first = await scene.hold({ dataDir, settings });
    await keep(first.url);
    await end(first.process, 'SIGTERM');
    await expect(ask(first.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');

    const second = await scene.hold({ dataDir, settings });
    expect(second).toMatchObject({ url: first.url, adopted: false });
    expect(await kept(second.url)).toEqual([{ x: 1 }]);
  });

  it('works in a folder whose name has blanks, quotes and letters beyond ASCII', async () => {
    const dataDir = join(await scene.directory(), `it's Bestellungen für 注文`);
    const { url } = await startEmbeddedPostgres({ dataDir, settings }).then(async (server) => {
      await server.stop();
      return server;
    });
    expect(url).toMatch(/^postgres:/);
  });

  it('that cannot start says why in one sentence', async () => {
    const dataDir = await scene.directory();
    await expect(
      startEmbeddedPostgres({ dataDir, settings: { ...settings, shared_buffers: 'plenty' } }),
    ).rejects.toThrow(
      /^The local PostgreSQL did not start: .*invalid value for parameter "shared_buffers": "plenty".*$/,
    );
  });
});

describe('two checkouts side by side', () => {
  it('have a server each', async () => {
    const dataDirs = [await scene.usedDirectory(), await scene.usedDirectory()];
    const [one, other] = await Promise.all(dataDirs.map((dataDir) => scene.hold({ dataDir, settings })));
    await keep(one?.url ?? '');
    await expect(kept(other?.url ?? '')).rejects.toThrow('does not exist');
  });

  it('have a server each, also when the second is a copy of the first while that runs', async () => {
    const [original, copy] = [await scene.usedDirectory(), await scene.directory()];
    const first = await scene.hold({ dataDir: original, settings });
    await ask(first.url, 'CHECKPOINT');
    await promisify(execFile)('cp', ['-Rp', join(original, 'postgres'), copy]);

    const second = await scene.hold({ dataDir: copy, settings });
    expect(second.adopted).toBe(false);
    expect(second.url).not.toBe(first.url);
    await ask(first.url, 'SELECT 1');
  });
});

describe('two starts of one checkout at the same instant', () => {
  it('share one server, which the last of them stops', async () => {
    const dataDir = await scene.directory();
    const [one, other] = await Promise.all([scene.hold({ dataDir, settings }), scene.hold({ dataDir, settings })]);
    expect(one?.pid).toBe(other?.pid);
    await end(one.process, 'SIGTERM');
    await ask(other.url, 'SELECT 1');
    await end(other.process, 'SIGTERM');
    await expect(ask(other.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
    expect((await readdir(dataDir)).filter((name) => name.startsWith('postgres.'))).toEqual([]);
  });
});
