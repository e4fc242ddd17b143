import { builtFile } from './built-service.ts';
import type { DatabaseServer } from './database-server.ts';
import { type Program, startOnStack } from './program.ts';
import type { RunningStack } from './running-stack.ts';
import { type System, WEBHOOK_SECRET } from './system.ts';
import { join } from 'node:path';

export interface Sandbox {
  readonly url: string;
  readonly program: Program;
}

/** A provider of its own for each system, so that nobody's books mix; it reports to nobody. */
export async function startSandbox(owner: string, dataDir: string, stack: RunningStack): Promise<Sandbox> {
  const program = await startOnStack(stack, {
    name: `sandbox of ${owner}`,
    command: [process.execPath, builtFile('sandbox/main.js')],
    env: {
      SANDBOX_PORT: '0',
      SANDBOX_DATA: join(dataDir, `sandbox-${owner}`),
      SANDBOX_WEBHOOK_URL: '',
      PSP_WEBHOOK_SECRET: WEBHOOK_SECRET,
    },
    ready: /listens on (http:\S+)/,
  });
  return { url: program.ready[1]!, program };
}

/** The provider alone, to see what it can do and how long it takes for one capture. */
export async function startProviderAlone(
  database: DatabaseServer,
  dataDir: string,
  stack: RunningStack,
): Promise<System> {
  const { url, program } = await startSandbox('probe', dataDir, stack);
  const captures = `${url}/v1/payment_intents`;
  return {
    name: 'provider',
    orders: captures,
    repeatedOrders: captures,
    headers: { authorization: 'Bearer sk_test_bench' },
    databaseUrl: database.urlOf('postgres'),
    pids: [program.pid],
    sandboxPid: program.pid,
    sandboxUrl: url,
    isAudited: false,
  };
}
