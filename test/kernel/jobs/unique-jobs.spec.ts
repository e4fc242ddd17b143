import { gate } from '../support/gate.js';
import { JobBench } from '../support/job-bench.js';
import { OtherScriptedJob, ask, work, type ScriptedJob } from '../support/scripted.job.js';
import type { INestApplicationContext } from '@nestjs/common';
import { enqueue } from '#shared/jobs/job-writes.js';
import { UnitOfWork } from '#shared/database/unit-of-work/unit-of-work.js';

let bench: JobBench;
let asker: INestApplicationContext;
let others: OtherScriptedJob[];
let job: ScriptedJob;
let second: ScriptedJob;
beforeAll(async () => {
  bench = await JobBench.open();
  asker = await bench.asker();
  const workers = [await bench.worker(), await bench.worker()] as const;
  [job, second] = [workers[0].job, workers[1].job];
  others = workers.map(({ kernel }) => kernel.get(OtherScriptedJob));
});
afterAll(() => bench.close());

const both = (does: (piece: string) => Promise<unknown>): void => [job, second].forEach((one) => one.does(does));
const calls = (piece: string): number => job.callsFor(piece) + second.callsFor(piece);

describe('a job', () => {
  it('is queued by the commit of its unit and run once by one of two workers', async () => {
    await ask(asker, work('once'));
    await bench.until('it is done', async () => calls('once') === 1 && (await bench.queued('once')).length === 0);
    expect([...job.settled, ...second.settled].filter((piece) => piece === 'once')).toEqual(['once']);
  });

  it('is not queued by a unit that is discarded', async () => {
    const failing = asker.get(UnitOfWork).run(async () => {
      enqueue(work('of a discarded unit'));
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await bench.queued('of a discarded unit')).toEqual([]);
    expect(calls('of a discarded unit')).toBe(0);
  });

  it('waits as long as it was told to', async () => {
    await ask(asker, work('later', { delayMs: 60_000 }));
    const [row] = await bench.queued('later');
    expect(row!.due_in).toBeGreaterThan(50_000);
    expect(row!.due_in).toBeLessThanOrEqual(60_000);
  });
});

describe('B100 "Singleton" does not limit running jobs', () => {
  it('a second job for a key is refused while the first is queued', async () => {
    await ask(asker, work('queued', { delayMs: 60_000 }));
    await ask(asker, work('queued', { delayMs: 1 }), work('queued', { delayMs: 2 }));
    const rows = await bench.queued('queued');
    expect(rows).toHaveLength(1);
    expect(rows[0]!.due_in).toBeGreaterThan(50_000);
  });

  it('a second job for a key is refused while the first is running, also with two workers', async () => {
    const { opened, open } = gate();
    both(() => opened);
    await ask(asker, work('finalize_stock:pay_42'));
    await bench.until('it runs', () => calls('finalize_stock:pay_42') === 1);
    for (let again = 0; again < 5; again++) await ask(asker, work('finalize_stock:pay_42'));
    expect(await bench.queued('finalize_stock:pay_42')).toHaveLength(1);
    open();
    await bench.until('it is done', async () => (await bench.queued('finalize_stock:pay_42')).length === 0);
    expect(calls('finalize_stock:pay_42')).toBe(1);
  });

  it('two units that ask for one key at the same moment queue one job', async () => {
    await Promise.all(Array.from({ length: 10 }, () => ask(asker, work('at once', { delayMs: 60_000 }))));
    expect(await bench.queued('at once')).toHaveLength(1);
  });
});

describe('B102 Same job key, other task', () => {
  it('two steps of one payment have keys of their own and both happen, once each', async () => {
    both(async () => undefined);
    const { opened, open } = gate();
    others.forEach((other) => other.does(() => opened));
    const reserve = work('pay_43:reserve', { name: 'bench.other-work' });
    await ask(asker, work('pay_43:capture'), reserve);
    await bench.until('the second step runs', () => others.some((other) => other.callsFor('pay_43:reserve') === 1));
    for (let again = 0; again < 5; again++) await ask(asker, reserve);
    open();
    await bench.until('both are done', async () =>
      (await bench.queue()).every((row) => !row.key?.startsWith('pay_43')),
    );
    expect(calls('pay_43:capture')).toBe(1);
    expect(others.map((other) => other.callsFor('pay_43:reserve')).toSorted()).toEqual([0, 1]);
  });

  it('another task under a key that is taken neither replaces the first nor runs', async () => {
    await ask(asker, work('pay_44', { delayMs: 60_000 }));
    const [before] = await bench.queued('pay_44');
    await ask(asker, work('pay_44', { name: 'bench.other-work', payload: { piece: 'hijacked' } }));
    expect(await bench.queued('hijacked')).toEqual([]);
    expect(await bench.queued('pay_44')).toMatchObject([{ id: before!.id, key: 'pay_44' }]);
  });
});

describe('a job with a name that nobody knows', () => {
  it('waits for a newer version and harms nobody', async () => {
    await ask(asker, work('from the future', { name: 'bench.unheard-of' }));
    both(async () => undefined);
    await ask(asker, work('after it'));
    await bench.until('the others run', () => calls('after it') === 1);
    expect(await bench.queued('from the future')).toMatchObject([{ attempts: 0, locked_by: null }]);
  });
});
