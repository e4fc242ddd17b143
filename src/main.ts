import { closeApplication, createApplication } from './application.js';
import { CannotStart } from '#shared/config/cannot-start.error.js';
import type { Config } from '#shared/config/config.js';
import { loadConfig } from '#shared/config/load-config.js';
import { startFailure } from '#shared/config/start-failure.js';
import { migrateDatabase } from '#shared/database/migrations.js';
import type { RunningTraces } from '#shared/observability/tracing/otlp-traces.js';
import { outliveStrayRejections } from '#shared/observability/stray-rejections.js';
import type { INestApplicationContext } from '@nestjs/common';
import { pathToFileURL } from 'node:url';

/** What runs, and how to end it. */
export interface Service {
  readonly url: string;
  readonly app: INestApplicationContext;
  close(): Promise<void>;
}

/** Brings the database up to date and serves by ROLE. Rejects with the reason when the service cannot start. */
export async function serve(config: Config): Promise<Service> {
  if (!config.databaseUrl)
    throw new CannotStart('DATABASE_URL is not set: give the URL of a PostgreSQL database, or use `npm start`.');
  if (config.paymentProvider === 'sandbox' && !config.sandboxPspUrl) {
    throw new CannotStart(
      'SANDBOX_PSP_URL is not set: run `npm run sandbox` and give its URL, or set PAYMENT_PROVIDER=stripe.',
    );
  }
  await migrateDatabase(config.databaseUrl);
  const traces = await tracesOf(config);
  const app = await createApplication(config);
  try {
    await app.listen(config.port, config.host);
  } catch (error) {
    await app.close();
    throw error;
  }
  return {
    url: (await app.getUrl()).replace('[::1]', 'localhost').replace('127.0.0.1', 'localhost'),
    app,
    async close() {
      const endsAt = Date.now() + config.shutdownGraceMs;
      await closeApplication(app, config.shutdownGraceMs).catch(complain);
      await traces?.close(Math.min(MOST_FOR_TRACES_MS, Math.max(0, endsAt - Date.now()) * TRACES_PART));
    },
  };
}

/** What cannot be closed in order does not keep the process. */
const complain = (error: unknown): void =>
  void process.stderr.write(`The end was not in order: ${error instanceof Error ? error.stack : String(error)}\n`);

/** Of what is left of the grace when everything has ended: the process itself has to end within it too. */
const TRACES_PART = 0.8;
/** A collector that is well takes the last spans within milliseconds; one that is not is not waited for. */
const MOST_FOR_TRACES_MS = 2_000;

/** Whoever does not ask for traces does not load what makes them. */
async function tracesOf({ traces }: Config): Promise<RunningTraces | undefined> {
  if (!traces) return undefined;
  const { startTraces } = await import('#shared/observability/tracing/otlp-traces.js');
  return startTraces(traces);
}

const isProgram = process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href;

if (isProgram) {
  outliveStrayRejections();
  try {
    const service = await serve(loadConfig(process.env));
    process.stderr.write(`Ichido serves on ${service.url}\n`);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => void service.close().then(() => process.exit(0)));
    }
  } catch (error) {
    process.stderr.write(
      `${startFailure(error) ?? `Unexpected: ${error instanceof Error ? error.stack : String(error)}`}\n`,
    );
    process.exit(1);
  }
}
