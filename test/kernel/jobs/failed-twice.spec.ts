import { gate } from '../support/gate.js';
import { JobBench } from '../support/job-bench.js';
import { ask, work, type ScriptedJob } from '../support/scripted.job.js';
import { JobWorker } from '#shared/jobs/job-worker.js';
import { Logger, type INestApplicationContext } from '@nestjs/common';
import { jest } from '@jest/globals';
import type { Runner } from 'graphile-worker';

let bench: JobBench;
let asker: INestApplicationContext;
let job: ScriptedJob;
beforeAll(async () => {
  bench = await JobBench.open();
  asker = await bench.asker();
  ({ job } = await bench.worker());
});
afterAll(() => bench.close());
afterEach(() => void jest.restoreAllMocks());

/** Lets no later run of a job be written while it lasts. */
const REFUSE_LATER_RUNS = `
  CREATE FUNCTION public.refuse() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE 'the failure cannot be written down'; END $$;
  CREATE TRIGGER refuse BEFORE INSERT ON graphile_worker._private_jobs FOR EACH ROW
    WHEN (NEW.payload::jsonb ? 'failures') EXECUTE FUNCTION public.refuse()`;

describe('danger: the failure to write a failure down hides what went wrong first', () => {
  it('B159 both are told with the ids of the work, and it is done when it can be', async () => {
    const told = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    job.does(async (_piece, call) => {
      if (call === 1) throw new Error('the world is not there');
    });
    await bench.rows(REFUSE_LATER_RUNS);
    const ofTheWork = (): object[] =>
      told.mock.calls.flatMap(([line]: unknown[]) =>
        typeof line === 'object' && line !== null && 'piece' in line && line.piece === 'fails twice' ? [line] : [],
      );
    try {
      await ask(asker, work('fails twice'));
      await bench.until('both are told', () => ofTheWork().length >= 2);
      expect(ofTheWork()).toMatchObject([
        { err: { message: 'the world is not there' }, job: 'bench.work' },
        { err: { message: 'the failure cannot be written down' }, job: 'bench.work' },
      ]);
    } finally {
      await bench.rows('DROP FUNCTION public.refuse CASCADE');
    }
    await bench.until('it is done', async () => (await bench.queued('fails twice')).length === 0);
    expect([job.callsFor('fails twice'), job.settled]).toEqual([2, ['fails twice']]);
  });
});

describe('danger: a job that its process runs by itself can neither be done nor be put back', () => {
  /** Its heart beats every 8 s. */
  const LEASE = '24s';

  it('is let go with the next heartbeat of that process, long before it would count as forgotten', async () => {
    // Nobody with a shorter lease is there to take it for the job of a silent worker.
    const alone = await JobBench.open();
    const { kernel, job: own } = await alone.worker({ LEASE });
    jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    own.does(async (_piece, call) => {
      if (call === 1) throw new Error('the world is not there');
    });
    await alone.rows(REFUSE_LATER_RUNS);
    await ask(kernel, work('left behind'));
    await alone.until('it was tried', () => own.callsFor('left behind') === 1);
    expect(await alone.queued('left behind')).toMatchObject([{ attempts: 1, locked_by: expect.any(String) }]);
    await alone.until('it is done', async () => (await alone.queued('left behind')).length === 0);
    await alone.close();
  });

  it('also when its queue has begun anew meanwhile, under another name', async () => {
    const alone = await JobBench.open();
    const { kernel, job: own } = await alone.worker({ LEASE });
    jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const { opened, open } = gate();
    own.does(async (_piece, call) => {
      if (call > 1) return;
      await opened;
      throw new Error('the world is not there');
    });
    await alone.rows(REFUSE_LATER_RUNS);
    await ask(kernel, work('of the old queue'));
    await alone.until('it runs', () => own.callsFor('of the old queue') === 1);
    const { runner } = kernel.get<unknown, { readonly runner: Runner }>(JobWorker);
    await runner.stop();
    const workers = (): Promise<object[]> => alone.rows('SELECT 1 FROM jobs.workers');
    await alone.until('the queue has another name', async () => (await workers()).length === 2);
    open();
    await alone.until('it is done', async () => (await alone.queued('of the old queue')).length === 0);
    await alone.close();
  });
});
