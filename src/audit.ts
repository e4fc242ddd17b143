import { audit } from './audit/audit.js';
import { CouldNotCheck } from './audit/could-not-check.error.js';
import { auditText } from './audit/report-text.js';
import { shareDatabase } from './local/shared-database.js';
import { auditSettings } from '#modules/operations/audit/audit-settings.js';
import { CannotStart } from '#shared/config/cannot-start.error.js';
import { loadConfig } from '#shared/config/load-config.js';
import { startFailure } from '#shared/config/start-failure.js';
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
  const database = await shareDatabase(config, say);
  try {
    const { url: databaseUrl } = database;
    const settings = auditSettings({ ...config, databaseUrl });
    const report = await audit({ ...settings, sinceMs, heard, progress: progress() });
    process.stdout.write(json ? `${JSON.stringify(report)}\n` : auditText(report));
    return report.violations === 0 ? 0 : 1;
  } finally {
    await database.leave();
  }
}

try {
  process.exitCode = await run();
} catch (error) {
  const complaint = error instanceof CouldNotCheck ? error.message : startFailure(error);
  say(complaint ?? `Unexpected: ${error instanceof Error ? error.stack : String(error)}`);
  process.exitCode = 2;
}
