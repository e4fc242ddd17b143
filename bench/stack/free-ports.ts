import { createServer, type AddressInfo, type Server } from 'node:net';
import { once } from 'node:events';

/** So many ports that are free at this moment, for a program that cannot choose one itself. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, held));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))));
  return ports;
}

/** Held together, so that no two are the same. */
async function held(): Promise<Server> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
