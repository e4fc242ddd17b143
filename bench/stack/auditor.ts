import { builtFile } from './built-service.ts';
import { serviceEnvironment } from './service-environment.ts';
import type { System } from './system.ts';
import { execFile } from 'node:child_process';

/** What the audit answers with `--json`, as far as it is read here. */
interface Report {
  readonly violations: number;
  readonly found: readonly { readonly rule: string; readonly subject: string; readonly detail: string }[];
}

/** The report of millions of rows names at most a hundred of each rule. */
const LARGEST_REPORT = 16 * 1024 * 1024;

/** `npm run audit` over everything that the run has left. Rejects when something is violated or cannot be checked. */
export function auditLeftovers({ databaseUrl, sandboxUrl }: System, dataDir: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const env = { ...process.env, ...serviceEnvironment(databaseUrl, sandboxUrl, dataDir), NODE_OPTIONS: '' };
  const args = [builtFile('audit.js'), '--json'];
  execFile(process.execPath, args, { env, maxBuffer: LARGEST_REPORT }, (error, stdout, stderr) => {
    if (!error) return resolve();
    const { violations, found = [] } = stdout ? (JSON.parse(stdout) as Report) : { violations: '?' };
    reject(new Error(`the audit found ${violations} violations: ${JSON.stringify(found.slice(0, 3))} ${stderr}`));
  });
  return promise;
}
