import type { ChildProcess } from 'node:child_process';
import { end, holdServer, type ServerHolder, type ServerRequest } from '../support/embedded-process.js';
import { publicTempDirectory, removeCluster } from '../support/embedded-directory.js';

/** A scene with its own directories and processes, all of which are gone after it. */
export class ServerScene {
  private readonly directories: string[] = [];
  private readonly processes: ChildProcess[] = [];

  async directory(): Promise<string> {
    const directory = await publicTempDirectory('ichido-embedded-');
    this.directories.push(directory);
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

  /** The same scene's care for a process that was started otherwise. */
  keep<Child extends ChildProcess>(child: Child): Child {
    this.processes.push(child);
    return child;
  }

  async close(): Promise<void> {
    await Promise.all(this.processes.map((child) => end(child, 'SIGKILL')));
    for (const directory of this.directories) await removeCluster(directory);
  }
}

/** For scenes that do not pull the plug: nothing waits for a disk. */
export const IN_A_HURRY = { fsync: 'off' };
