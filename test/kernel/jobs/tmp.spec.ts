import { JobBench } from '../support/job-bench.js';
import { ask, work } from '../support/scripted.job.js';
import { WORKER_POOL } from '#shared/jobs/worker-pool.js';
import { JobWorker } from '#shared/jobs/job-worker.js';
import { appendFileSync } from 'node:fs';
import { Logger } from '@nestjs/common';
const log = (...a: unknown[]) => appendFileSync('/tmp/tmp.log', a.map((x) => (typeof x === 'string' ? x : JSON.stringify(x, Object.getOwnPropertyNames(x ?? {})))).join(' ') + '\n');
it('x', async () => {
  const bench = await JobBench.open();
  const { kernel, job } = await bench.worker();
  Logger.overrideLogger({ log, error: log, warn: log, debug: log, verbose: log } as never);
  const pool = kernel.get(WORKER_POOL);
  const t0 = Date.now();
  const cut = async () => (await bench.rows(`SELECT pg_terminate_backend(pid), query, state FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'ichido jobs'`));
  for (let r = 0; r < 25; r++) {
    const g = Promise.withResolvers<void>();
    job.does(() => g.promise);
    await ask(kernel, work('p' + r));
    for (let j = 0; j < 100 && job.callsFor('p' + r) === 0; j++) await new Promise((res) => setTimeout(res, 50));
    log('cut', r, (await cut()).length);
    g.resolve();
    let i = 0;
    for (; i < 120 && (await bench.queue()).length > 0; i++) {
      await new Promise((res) => setTimeout(res, 100));
    }
    log(String(Date.now() - t0), 'round', r, 'calls', job.calls.length, 'pool', pool.totalCount, pool.idleCount, pool.waitingCount, JSON.stringify(await bench.queue()));
    if (i === 120) {
      log('STUCK', JSON.stringify(await bench.rows(`SELECT pid, state, query, wait_event_type, wait_event FROM pg_stat_activity WHERE datname = current_database()`)));
      break;
    }
  }
  await bench.close();
}, 120000);
