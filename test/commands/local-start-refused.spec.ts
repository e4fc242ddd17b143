import { access, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { claimSoleUse } from '../../src/sandbox/sole-use.js';
import { forgetOriginal, ServerScene } from './embedded-server.scene.js';
import { startProgram } from './local-start.scene.js';
import { allowWholeServers } from './patience.js';

allowWholeServers();

let scene: ServerScene;
beforeEach(() => void (scene = new ServerScene()));
afterEach(() => scene.close());
afterAll(forgetOriginal);

/** A port that is taken as long as `work` runs. */
async function withTakenPort<T>(work: (port: number) => Promise<T>): Promise<T> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no port');
  try {
    return await work(address.port);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

/** One line on stderr, exit code 1. */
async function complaintOf(env: Record<string, string>): Promise<string> {
  const start = startProgram(scene, env);
  expect(await start.ended).toBe(1);
  const lines = start.stderr().trimEnd().split('\n');
  expect(lines).toHaveLength(1);
  return lines[0] ?? '';
}

describe('a local start is refused in one line', () => {
  it.each(['PORT', 'SANDBOX_PORT'])('when %s is taken, before any database is made', async (variable) => {
    const dataDir = await scene.directory();
    await withTakenPort(async (port) => {
      const complaint = await complaintOf({ DATA_DIR: dataDir, [variable]: `${port}` });
      expect(complaint).toBe(
        `Port ${port} on 127.0.0.1 is in use: stop what listens there or choose another, for example ${variable}=${port + 1}.`,
      );
    });
    await expect(access(join(dataDir, 'postgres'))).rejects.toThrow('ENOENT');
  });

  it('when the service and its sandbox are to share a port', async () => {
    const port = await withTakenPort((free) => Promise.resolve(`${free}`));
    expect(await complaintOf({ DATA_DIR: await scene.directory(), PORT: port, SANDBOX_PORT: port })).toBe(
      `PORT and SANDBOX_PORT are both ${port}: choose another one for the sandbox or the service.`,
    );
  });

  it('when a variable is wrong', async () => {
    expect(await complaintOf({ DATA_DIR: await scene.directory(), LEASE: 'long' })).toBe(
      'LEASE must be a duration from 500ms to 1h, not "long"; for example LEASE=30s',
    );
  });

  it('when the database is not there', async () => {
    const complaint = await complaintOf({
      DATA_DIR: await scene.directory(),
      DATABASE_URL: 'postgres://ichido:hunter2@127.0.0.1:1/ichido',
    });
    expect(complaint).toBe(
      'Cannot reach the database at 127.0.0.1:1 (ECONNREFUSED): start it or correct DATABASE_URL.',
    );
  });

  it('when another sandbox keeps its books there', async () => {
    const dataDir = await scene.directory();
    const books = join(dataDir, 'sandbox');
    const leave = await claimSoleUse(books);
    try {
      expect(await complaintOf({ DATA_DIR: dataDir, DATABASE_URL: 'postgres://ichido@127.0.0.1:1/ichido' })).toBe(
        `Another sandbox (process ${process.pid}) keeps its books in ${books}: stop it or set SANDBOX_DATA to another folder.`,
      );
    } finally {
      await leave();
    }
  });

  it('when a later part fails, and the database that was started is stopped again', async () => {
    const dataDir = await scene.usedDirectory();
    const file = join(dataDir, 'a-file');
    await writeFile(file, '');
    expect(await complaintOf({ DATA_DIR: dataDir, SANDBOX_DATA: join(file, 'books') })).toMatch(
      /^Cannot use .*books \(ENOTDIR\)/,
    );
    await expect(access(join(dataDir, 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT');
  });
});
