import { createApplication } from '../../src/application.js';
import type { Served } from './served.js';
import type { Config } from '#shared/config/config.js';
import { loadConfig } from '#shared/config/load-config.js';
import { WRITER_POOL } from '#shared/database/pools.js';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { Pool } from 'pg';

/** A service whose providers can be reached, because it runs in the process that asks. */
export interface InsideService extends Served {
  readonly app: NestFastifyApplication;
}

/** The real application in this process, with exactly these variables; rejects with its complaint. */
export async function startInside(variables: Record<string, string>): Promise<InsideService> {
  const config = loadConfig(variables);
  const app = await createApplication(config);
  return listen(app, config);
}

/** Lets an application serve on the address that its configuration gives. */
export async function listen(app: NestFastifyApplication, { port, host }: Config): Promise<InsideService> {
  await app.listen(port, host);
  // Whatever hour it is, nothing is done in a test because of it.
  for (const nightly of app.get(SchedulerRegistry, { strict: false }).getCronJobs().values()) await nightly.stop();
  const pool = app.get<Pool>(WRITER_POOL, { strict: false });
  return {
    url: await app.getUrl(),
    app,
    isPoolIdle: async () => pool.waitingCount === 0 && pool.idleCount === pool.totalCount,
    close: () => app.close(),
  };
}
