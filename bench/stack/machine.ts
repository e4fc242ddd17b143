import { DatabaseServer } from './database-server.ts';
import { startDbos, startRestate } from './durable-peers.ts';
import { LoadProcess } from './load-process.ts';
import { startOurs } from './ours.ts';
import { startCeiling, startNaive } from './peers.ts';
import type { RunningStack } from './running-stack.ts';
import { startProviderAlone } from './sandbox-provider.ts';
import type { System, SystemName } from './system.ts';
import { mkdtemp, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

type Start = (database: DatabaseServer, dataDir: string, stack: RunningStack) => Promise<System>;

const STARTS: Record<SystemName, Start> = {
  ours: startOurs({ name: 'ours' }),
  // What a crowd has made it hold must not be told of the other loads.
  crowded: startOurs({ name: 'crowded' }),
  million: startOurs({ name: 'million', storedKeys: 1_000_000 }),
  'five-million': startOurs({ name: 'five-million', storedKeys: 5_000_000 }),
  pair: startOurs({ name: 'pair', processes: 2 }),
  purging: startOurs({ name: 'purging', storedKeys: 1_000_000, expired: true, env: { SWEEP_INTERVAL: '1s' } }),
  ceiling: startCeiling,
  naive: startNaive,
  dbos: startDbos,
  restate: startRestate,
  provider: startProviderAlone,
};

/** Where root works, the database's files are elsewhere, in a directory of their own that `postgres` leads to. */
async function removeWithCluster(dataDir: string): Promise<void> {
  const cluster = await readlink(join(dataDir, 'postgres')).catch(() => undefined);
  if (cluster !== undefined) await rm(dirname(cluster), { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}

/** Everything that one run needs: a database server, the clients, and each system as soon as it is measured. */
export class Machine {
  readonly database: DatabaseServer;
  readonly load: LoadProcess;
  readonly dataDir: string;
  private readonly stack: RunningStack;
  private readonly systems = new Map<SystemName, Promise<System>>();

  private constructor(database: DatabaseServer, load: LoadProcess, dataDir: string, stack: RunningStack) {
    this.database = database;
    this.load = load;
    this.dataDir = dataDir;
    this.stack = stack;
  }

  /** All in a directory of its own, which is removed when the stack is stopped. */
  static async start(stack: RunningStack): Promise<Machine> {
    const dataDir = await stack.start(
      'the directory',
      () => mkdtemp(join(tmpdir(), 'ichido-bench-')),
      removeWithCluster,
    );
    const database = await stack.start(
      'the database',
      () => DatabaseServer.start(dataDir),
      (server) => server.stop(),
    );
    const load = await stack.start(
      'the load',
      () => LoadProcess.start(),
      (clients) => clients.stop(),
    );
    return new Machine(database, load, dataDir, stack);
  }

  /** Started once, and left running beside the others. */
  system(name: SystemName): Promise<System> {
    const system = this.systems.get(name) ?? STARTS[name](this.database, this.dataDir, this.stack);
    this.systems.set(name, system);
    return system;
  }
}
