import { audit } from './audit/audit.js';
import { CouldNotCheck } from './audit/could-not-check.error.js';
import { auditText } from './audit/report-text.js';
import { auditSettings } from '#modules/operations/audit/audit-settings.js';
import { CannotStart } from '#shared/config/cannot-start.error.js';
import { loadConfig } from '#shared/config/load-config.js';
import { startFailure } from '#shared/config/start-failure.js';
import { startEmbeddedPostgres } from '#shared/database/embedded-postgres/embedded-postgres.js';
import { parseDuration } from '#shared/kernel/duration.js';
import { parseArgs } from 'node:util';

/**
 * `npm run audit [-- --json] [--since 30d] [--heard answers.jsonl]`: checks everything that must always hold, and writes
 * nothing. The report goes to stdout, everything else to stderr. Exit code 0: nothing is violated; 1: something is; 2: it
 * could not be checked.
 */
const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Often enough to see that it goes on, seldom enough to be read. */
const SAID_EVERY_MS = 2_000;

interface Wanted {
  readonly json: boolean;
  readonly sinceMs?: number;
  readonly heard?: string;
}

function wanted(): Wanted {
  try {
    const { values } = parseArgs({
      options: {
        json: { type: 'boolean', default: false },
        since: { type: 'string' },
        heard: { type: 'string' },
      },
    });
    const { json, since, heard } = values;
    return { json, heard, sinceMs: since === undefined ? undefined : parseDuration(since) };
  } catch {
    throw new CannotStart(
      'Usage: npm run audit [-- --json] [--since <duration such as 30d>] [--heard <file of JSON lines>]',
    );
  }
}

function progress(): (rows: ReadonlyMap<string, number>) => void {
  let saidAt = Date.now();
  return (rows) => {
    if (Date.now() - saidAt < SAID_EVERY_MS) return;
    saidAt = Date.now();
    say([...rows].map(([what, count]) => `${count} ${what}`).join(', '));
  };
}

async function run(): Promise<number> {
  const { json, sinceMs, heard } = wanted();
  const config = loadConfig({ LOG_LEVEL: 'warn', ...process.env });
  // The server of a running `npm start` is shared; without one, its database is started for as long as this takes.
  const embedded = config.databaseUrl ? undefined : await startEmbeddedPostgres({ dataDir: config.dataDir });
  try {
    const databaseUrl = config.databaseUrl ?? embedded!.url;
    const settings = auditSettings({ ...config, databaseUrl });
    const report = await audit({ ...settings, sinceMs, heard, progress: progress() });
    process.stdout.write(json ? `${JSON.stringify(report)}\n` : auditText(report));
    return report.violations === 0 ? 0 : 1;
  } finally {
    await embedded?.stop();
  }
}

try {
  process.exitCode = await run();
} catch (error) {
  const complaint = error instanceof CouldNotCheck ? error.message : startFailure(error);
  say(complaint ?? `Unexpected: ${error instanceof Error ? error.stack : String(error)}`);
  process.exitCode = 2;
}
