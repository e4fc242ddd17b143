import { AppModule } from './app.module.js';
import { shareDatabase } from './local/shared-database.js';
import {
  PaymentNotSent,
  PaymentOutcomeUnknown,
  PaymentProviderUnusable,
} from '#modules/payments/gateway/payment-gateway.js';
import { Reconciliation } from '#modules/payments/reconcile/reconciliation.js';
import { reportText } from '#modules/payments/reconcile/report-text.js';
import { CannotStart } from '#shared/config/cannot-start.error.js';
import { loadConfig } from '#shared/config/load-config.js';
import { startFailure } from '#shared/config/start-failure.js';
import { migrateDatabase } from '#shared/database/migrations.js';
import { parseDuration } from '#shared/kernel/duration.js';
import { NestFactory } from '@nestjs/core';
import { Logger } from 'nestjs-pino';
import { parseArgs } from 'node:util';

/**
 * `npm run reconcile [-- --since 24h] [--json]`: compares the provider's books with ours and records missed events.
 * The report goes to stdout, everything else to stderr. Exit code 0: nothing is open; 1: something is; 2: it could not be
 * compared.
 */
const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** 365 days: no provider shows its books for longer, and a typing error is caught. */
const LONGEST_MS = 365 * 86_400_000;

function wanted(): { sinceMs: number; json: boolean } {
  try {
    const { values } = parseArgs({
      options: { since: { type: 'string', default: '24h' }, json: { type: 'boolean', default: false } },
    });
    const sinceMs = parseDuration(values.since);
    if (sinceMs <= LONGEST_MS) return { sinceMs, json: values.json };
  } catch {
    // Said below, in one line, whatever was wrong.
  }
  throw new CannotStart('Usage: npm run reconcile [-- --since <duration such as 24h or 7d, up to 365d>] [--json]');
}

async function reconcile(): Promise<number> {
  const { sinceMs, json } = wanted();
  const config = loadConfig({ LOG_LEVEL: 'warn', ...process.env });
  const database = await shareDatabase(config, say);
  try {
    const { url: databaseUrl } = database;
    const sandboxPspUrl = config.sandboxPspUrl ?? `http://127.0.0.1:${config.sandboxPort}`;
    await migrateDatabase(databaseUrl);
    // As one that only asks: the jobs are for the service.
    const module = AppModule.with(Object.freeze({ ...config, databaseUrl, sandboxPspUrl, role: 'api' as const }));
    const app = await NestFactory.createApplicationContext(module, { bufferLogs: true, abortOnError: false });
    app.useLogger(app.get(Logger));
    try {
      const report = await app.get(Reconciliation, { strict: false }).run(sinceMs, say);
      process.stdout.write(json ? `${JSON.stringify(report)}\n` : reportText(report));
      return report.open === 0 ? 0 : 1;
    } finally {
      await app.close();
    }
  } finally {
    await database.leave();
  }
}

const complaint = (error: unknown): string => {
  const isProvider = [PaymentNotSent, PaymentOutcomeUnknown, PaymentProviderUnusable].some(
    (kind) => error instanceof kind,
  );
  if (isProvider)
    return `The payment provider cannot be asked: ${(error as Error).message}. With the sandbox, it has to run, and SANDBOX_PORT or SANDBOX_PSP_URL has to say where.`;
  return startFailure(error) ?? `Unexpected: ${error instanceof Error ? error.stack : String(error)}`;
};

try {
  process.exitCode = await reconcile();
} catch (error) {
  say(complaint(error));
  process.exitCode = 2;
}
