import { type ChildProcess, execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '#shared/database/embedded-postgres/embedded-postgres.js';
import { publicTempDirectory, removeCluster } from '../support/embedded-directory.js';
import { endGroup, holdServer, type ServerHolder, type ServerRequest } from '../support/embedded-process.js';

const run = promisify(execFile);

/** For scenes that do not pull the plug: nothing waits for a disk. */
export const IN_A_HURRY = { fsync: 'off' };

/** Directories and processes of one test, all of which are gone after it. */
export class ServerScene {
  private readonly directories: string[] = [];
  private readonly processes: ChildProcess[] = [];

  /** An empty DATA_DIR that the server can enter. */
  async directory(): Promise<string> {
    const directory = await publicTempDirectory('ichido-embedded-');
    this.directories.push(directory);
    return directory;
  }

  /** A DATA_DIR after a first start and a stop: a copy, which takes a tenth of making a cluster. */
  async usedDirectory(): Promise<string> {
    const directory = await this.directory();
    await run('cp', ['-Rp', `${await original()}/postgres`, directory]);
    return directory;
  }

  /** Another data directory below one of this scene's. */
  alsoRemove(directory: string): void {
    this.directories.unshift(directory);
  }

  async hold(request: ServerRequest): Promise<ServerHolder> {
    const holder = await holdServer(request);
    this.processes.push(holder.process);
    return holder;
  }

  /** The same care for a process that was started otherwise. */
  keep<Child extends ChildProcess>(child: Child): Child {
    this.processes.push(child);
    return child;
  }

  async close(): Promise<void> {
    await Promise.all(this.processes.map(endGroup));
    for (const directory of this.directories) await removeCluster(directory);
  }
}

let made: Promise<string> | undefined;

/** Made at its first use in a file; `forgetOriginal` is that file's last act. */
const original = (): Promise<string> => (made ??= makeOriginal());

async function makeOriginal(): Promise<string> {
  const dataDir = await publicTempDirectory('ichido-original-');
  const server = await startEmbeddedPostgres({ dataDir, settings: IN_A_HURRY });
  await server.stop();
  return dataDir;
}

export async function forgetOriginal(): Promise<void> {
  if (made) await removeCluster(await made);
}
