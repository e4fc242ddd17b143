import type { Served } from './served.js';
import type { RunningSandbox, SandboxOptions } from '../../src/sandbox/server.js';

/**
 * The process beside a worker of Jest in which its services and sandboxes live. It has loaded the program once for all
 * test files, which takes longer than most tests do.
 */
function houseUrl(): string {
  const houses = process.env.ICHIDO_TEST_HOUSES?.split(' ') ?? [];
  const house = houses[(Number(process.env.JEST_WORKER_ID) - 1) % houses.length];
  if (!house) throw new Error("The tests' services have no home: run Jest with the project's global set-up.");
  return house;
}

async function ask<Answer>(wish: string, body: unknown): Promise<Answer> {
  const answer = await fetch(`${houseUrl()}/${wish}`, { method: 'POST', body: JSON.stringify(body) });
  const said: unknown = await answer.json();
  if (!answer.ok) throw new Error(String(said));
  return said as Answer;
}

/** The real application with exactly these variables, on a port of its own; rejects with its complaint. */
export async function startHoused(variables: Record<string, string>): Promise<Served> {
  const { url } = await ask<{ url: string }>('start-service', variables);
  return {
    url,
    isPoolIdle: () => ask<boolean>('is-pool-idle', { url }),
    close: () => ask<void>('close', { url }),
  };
}

/** A sandbox provider on a port of its own. */
export async function startHousedSandbox(options: Omit<SandboxOptions, 'port'>): Promise<RunningSandbox> {
  const { url } = await ask<{ url: string }>('start-sandbox', { ...options, port: 0 });
  return { url, port: Number(new URL(url).port), close: () => ask<void>('close', { url }) };
}
