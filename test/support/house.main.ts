import { startInside } from './inside-service.js';
import { type SandboxOptions, startSandbox } from '../../src/sandbox/server.js';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** What lives here and can be asked about by its address. */
interface Tenant {
  readonly url: string;
  isPoolIdle?(): Promise<boolean>;
  close(): Promise<void>;
}

const tenants = new Map<string, Tenant>();

async function moveIn(tenant: Tenant): Promise<{ url: string }> {
  tenants.set(tenant.url, tenant);
  return { url: tenant.url };
}

async function moveOut(url: string): Promise<void> {
  const tenant = tenants.get(url)!;
  tenants.delete(url);
  await tenant.close();
}

const WISHES: Record<string, (wish: never) => Promise<unknown>> = {
  '/start-service': async (variables: Record<string, string>) => moveIn(await startInside(variables)),
  '/start-sandbox': async (options: SandboxOptions) => moveIn(await startSandbox(options)),
  '/is-pool-idle': ({ url }: { url: string }) => tenants.get(url)!.isPoolIdle!(),
  '/close': ({ url }: { url: string }) => moveOut(url),
};

const grant = async (incoming: IncomingMessage): Promise<unknown> =>
  WISHES[incoming.url!]!((await json(incoming)) as never);

/** Prints its address and gives services a home until the process that started it lets go of its standard input. */
const server = createServer((incoming, outgoing) => {
  grant(incoming).then(
    (granted) => outgoing.end(JSON.stringify(granted ?? null)),
    (error: Error) => outgoing.writeHead(500).end(JSON.stringify(error.stack)),
  );
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
process.stdin.resume().on('end', () => process.exit());
