import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chown, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ask, beginHolding, end, killServer } from '../support/embedded-process.js';
import { forgetOriginal, IN_A_HURRY, ServerScene } from './embedded-server.scene.js';
import { signalGroup } from './local-start.scene.js';
import { allowWholeServers } from './patience.js';
import { until } from './until.js';

allowWholeServers();

let scene: ServerScene;
let dataDir: string;
beforeEach(async () => {
  scene = new ServerScene();
  dataDir = await scene.usedDirectory();
});
afterEach(() => scene.close());
afterAll(forgetOriginal);

const settings = IN_A_HURRY;

describe('kill -9 of whoever started the server', () => {
  it('leaves the server running, and the next start adopts it', async () => {
    const first = await scene.hold({ dataDir, settings });
    await end(first.process, 'SIGKILL');
    const second = await scene.hold({ dataDir, settings });
    expect(second).toMatchObject({ url: first.url, pid: first.pid, adopted: true });
    await end(second.process, 'SIGTERM');
    await expect(ask(first.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
  });
});

describe('a checkout that is moved while its orphaned server runs', () => {
  it('takes the server along: the next start adopts it and can stop it', async () => {
    const before = join(dataDir, 'before');
    const after = join(dataDir, 'after');
    await mkdir(before);
    await rename(join(dataDir, 'postgres'), join(before, 'postgres'));
    const first = await scene.hold({ dataDir: before, settings });
    await end(first.process, 'SIGKILL');
    await rename(before, after);

    const second = await scene.hold({ dataDir: after, settings });
    scene.alsoRemove(after);
    expect(second).toMatchObject({ pid: first.pid, adopted: true });
    await end(second.process, 'SIGTERM');
    await expect(ask(first.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
  });
});

describe('Ctrl-C in the terminal', () => {
  it('does not reach the server', async () => {
    const holder = await scene.hold({ dataDir, settings });
    const { pid, url } = holder;
    const closed = once(holder.process, 'close');
    signalGroup(holder, 'SIGINT');
    await closed;
    await ask(url, 'SELECT 1');
    expect((await scene.hold({ dataDir, settings })).pid).toBe(pid);
  });
});

describe('kill -9 of everything', () => {
  it('loses nothing that was committed, and the next start finds the server where it was', async () => {
    const first = await scene.hold({ dataDir });
    await ask(first.url, 'CREATE TABLE kept AS SELECT 1 AS x');
    await Promise.all([killServer(first), end(first.process, 'SIGKILL')]);

    const second = await scene.hold({ dataDir });
    expect(second).toMatchObject({ url: first.url, adopted: false });
    expect(await ask(second.url, 'SELECT x FROM kept')).toEqual([{ x: 1 }]);
  });

  it('while its last processes still hold the memory is waited out', async () => {
    const first = await scene.hold({ dataDir, settings });
    process.kill(first.pid, 'SIGKILL');
    expect((await scene.hold({ dataDir, settings })).adopted).toBe(false);
  });
});

describe('a stale postmaster.pid', () => {
  const pidFile = () => join(dataDir, 'postgres', 'postmaster.pid');

  it('whose pid belongs to another program of the same user by now is no obstacle', async () => {
    const { uid, gid } = await stat(join(dataDir, 'postgres'));
    const stranger = scene.keep(spawn('sleep', ['60'], { uid, gid, cwd: '/' }));
    await once(stranger, 'spawn');
    await leavePidFile(pidFile(), stranger, { uid, gid });

    expect((await scene.hold({ dataDir, settings })).adopted).toBe(false);
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
  });

  it.each([0, 3])('that was cut short after %i bytes is no obstacle', async (length) => {
    await writeFile(pidFile(), '123'.slice(0, length));
    // A minute ago: nobody is about to write the rest of it.
    await utimes(pidFile(), Date.now() / 1_000 - 60, Date.now() / 1_000 - 60);
    expect((await scene.hold({ dataDir, settings })).adopted).toBe(false);
  });

  async function leavePidFile(file: string, named: ChildProcess, owner: { uid: number; gid: number }): Promise<void> {
    const lines = [named.pid, join(dataDir, 'postgres'), 1_700_000_000, 1, '', '127.0.0.1', '0 0', 'ready   '];
    await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o600 });
    await chown(file, owner.uid, owner.gid);
  }
});

/** Of every process that runs. */
async function commandLines(): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  return Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
}

describe('a first start that was killed half-way', () => {
  const staging = async () => (await readdir(dataDir)).filter((name) => name.startsWith('postgres.new-'));

  it('is begun again, and nothing of it stays', async () => {
    dataDir = await scene.directory();
    const killed = scene.keep(beginHolding({ dataDir, settings }));
    await until('initdb has begun', async () => (await staging()).length > 0);
    await end(killed, 'SIGKILL');
    await until('what it had started has ended', async () =>
      (await commandLines()).every((line) => !line.includes(dataDir)),
    );

    const { url } = await scene.hold({ dataDir, settings });
    await ask(url, 'SELECT 1');
    expect(await staging()).toEqual([]);
  });

  it('is begun again where only the beginning of a cluster is', async () => {
    dataDir = await scene.directory();
    await mkdir(join(dataDir, 'postgres', 'base'), { recursive: true });
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '18\n');
    await ask((await scene.hold({ dataDir, settings })).url, 'SELECT 1');
  });

  it('is begun again, but what could be data is set aside and not deleted', async () => {
    await rm(join(dataDir, 'postgres', 'ichido.password'));

    await scene.hold({ dataDir, settings });
    const [aside = 'none'] = (await readdir(dataDir)).filter((name) => name.includes('unfinished'));
    await access(join(dataDir, aside, 'global', 'pg_control'));
  });
});
