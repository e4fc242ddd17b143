import { chmod, lstat, mkdir, readdir, readlink, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { copyBinaries } from '#shared/database/embedded-postgres/binaries-copy.js';
import { installedBinaries } from '#shared/database/embedded-postgres/postgres-binaries.js';
import { ask, end } from '../support/embedded-process.js';
import { chownAll } from './chown-all.js';
import { forgetOriginal, IN_A_HURRY, ServerScene } from './embedded-server.scene.js';
import { allowWholeServers } from './patience.js';

allowWholeServers();

let scene: ServerScene;
beforeEach(() => void (scene = new ServerScene()));
afterEach(() => scene.close());
afterAll(forgetOriginal);

const settings = IN_A_HURRY;
const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

/** Debian's and everybody's nobody: a user without any right. */
const NOBODY = 65_534;

/** As an ordinary user there is only the first scene: that user cannot become another. */
const isRoot = process.getuid?.() === 0;

describe('an ordinary user', () => {
  it('runs the server as itself, in place', async () => {
    const dataDir = join(await scene.directory(), 'data');
    await mkdir(dataDir);
    const asUser = isRoot ? NOBODY : undefined;
    if (asUser) await chownAll(dataDir, { uid: asUser, gid: asUser });
    const binaries = asUser ? await publicBinaries() : undefined;

    const first = await scene.hold({ dataDir, settings, binaries, asUser });
    await ask(first.url, 'CREATE TABLE kept AS SELECT 1 AS x');
    await end(first.process, 'SIGTERM');
    const second = await scene.hold({ dataDir, settings, binaries, asUser });
    expect(await ask(second.url, 'SELECT x FROM kept')).toEqual([{ x: 1 }]);
    expect((await lstat(join(dataDir, 'postgres'))).isDirectory()).toBe(true);
    expect((await stat(join(dataDir, 'postgres'))).uid).toBe(asUser ?? process.getuid?.());
  });

  /** The checkout itself may be out of nobody's reach. */
  async function publicBinaries(): Promise<string> {
    const copy = join(await scene.directory(), 'postgres');
    await copyBinaries((await installedBinaries()).directory, copy);
    return copy;
  }
});

describe('an install without scripts', () => {
  it('lacks links between its libraries, and runs as a copy that has them', async () => {
    const native = join(await scene.directory(), 'native');
    await copyBinaries((await installedBinaries()).directory, native);
    for (const entry of await readdir(join(native, 'lib'), { withFileTypes: true })) {
      if (entry.isSymbolicLink()) await rm(join(native, 'lib', entry.name));
    }
    const { url } = await scene.hold({ dataDir: await scene.usedDirectory(), settings, binaries: native });
    await ask(url, 'SELECT 1');
  });
});

if (isRoot) {
  describe('root', () => {
    it('runs the server as somebody else', async () => {
      const { pid } = await scene.hold({ dataDir: await scene.usedDirectory(), settings });
      expect((await stat(`/proc/${pid}`)).uid).not.toBe(0);
    });

    it('in a folder that the server cannot enter keeps the folder shut and links the cluster', async () => {
      const home = await scene.directory();
      const dataDir = join(home, 'project', '.data');
      await mkdir(dataDir, { recursive: true });
      await chmod(home, 0o700);
      scene.alsoRemove(dataDir);

      const first = await scene.hold({ dataDir, settings });
      await ask(first.url, 'CREATE TABLE kept AS SELECT 1 AS x');
      const outside = await readlink(join(dataDir, 'postgres'));
      expect(await modeOf(home)).toBe(0o700);
      expect(await modeOf(dirname(outside))).toBe(0o700);
      await end(first.process, 'SIGTERM');

      const second = await scene.hold({ dataDir, settings });
      expect(await ask(second.url, 'SELECT x FROM kept')).toEqual([{ x: 1 }]);
      expect(await readlink(join(dataDir, 'postgres'))).toBe(outside);
    });

    it('in a checkout whose programs the server cannot reach runs a copy of them', async () => {
      const dataDir = await scene.usedDirectory();
      const shut = join(await scene.directory(), 'shut');
      await mkdir(shut, { mode: 0o700 });
      await copyBinaries((await installedBinaries()).directory, join(shut, 'native'));
      const { url } = await scene.hold({ dataDir, settings, binaries: join(shut, 'native') });
      await ask(url, 'SELECT 1');
      expect(await modeOf(shut)).toBe(0o700);
    });

    it('goes on with the cluster of an ordinary user as that user', async () => {
      const dataDir = await scene.usedDirectory();
      await chownAll(join(dataDir, 'postgres'), { uid: NOBODY, gid: NOBODY });
      const { pid } = await scene.hold({ dataDir, settings });
      expect((await stat(`/proc/${pid}`)).uid).toBe(NOBODY);
    });

    it('leaves its cluster to itself: an ordinary user is told whose it is', async () => {
      const dataDir = await scene.usedDirectory();
      await expect(scene.hold({ dataDir, settings, asUser: NOBODY })).rejects.toThrow(
        /belongs to another user \(id \d+\)/,
      );
    });
  });
}
