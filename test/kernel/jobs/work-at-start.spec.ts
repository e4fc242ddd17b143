import { openKernel } from '../support/kernel.js';
import { ask } from '../support/scripted.job.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { until } from '../../support/until.js';
import { JobHandler, type Job } from '#shared/jobs/job.js';
import { Global, Module, type INestApplicationContext, type OnApplicationBootstrap, type Type } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { setTimeout as pause } from 'node:timers/promises';

class DoIt extends Command<void> {}

@CommandHandler(DoIt)
class DoItHandler implements ICommandHandler<DoIt> {
  execute(): Promise<void> {
    return Promise.resolve();
  }
}

/** A job that asks the bus as every job of the business does, and remembers how that went. */
@JobHandler('bench.at-start')
class AtStart implements Job<Record<string, never>, undefined> {
  readonly outcomes: string[] = [];

  constructor(private readonly commands: CommandBus) {}

  async call(): Promise<undefined> {
    try {
      await this.commands.execute(new DoIt());
      this.outcomes.push('handled');
    } catch (error) {
      this.outcomes.push((error as Error).message);
    }
    return undefined;
  }

  settle(): Promise<void> {
    return Promise.resolve();
  }
}

/** Something that takes its time to be there, before the buses are. */
@Global()
@Module({})
class SlowToStart implements OnApplicationBootstrap {
  async onApplicationBootstrap(): Promise<void> {
    await pause(SLOW_MS);
  }
}

/** Long enough for a queue that is open already to hand out what is due. */
const SLOW_MS = 500;
const PROVIDERS = [AtStart, DoItHandler];
const JOBS = 20;

let database: TestDatabase;
const kernels: INestApplicationContext[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const kernel of kernels.splice(0)) await kernel.close();
  await database.drop();
});

const open = async (role: string, early: Type[] = []): Promise<INestApplicationContext> => {
  const kernel = await openKernel(database.url, PROVIDERS, { ROLE: role }, early);
  kernels.push(kernel);
  return kernel;
};

describe('danger: work that is due when a process starts finds nobody who handles it', () => {
  it('every job that waits for a start meets buses that know their handlers', async () => {
    const jobs = Array.from({ length: JOBS }, (_, n) => ({ name: 'bench.at-start', key: `waits-${n}`, payload: {} }));
    await ask(await open('api'), ...jobs);
    const { outcomes } = (await open('worker', [SlowToStart])).get(AtStart);
    await until('all of them have run', async () => outcomes.length >= JOBS);
    expect(new Set(outcomes)).toEqual(new Set(['handled']));
  });
});
