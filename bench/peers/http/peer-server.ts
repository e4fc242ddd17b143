import Fastify, { type FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';

/** A server without a log, whose every request must show the client's secret. */
export function peerServer(secret: string): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true });
  const wanted = `Bearer ${secret}`;
  app.addHook('onRequest', async ({ headers }, reply) => {
    if (headers.authorization !== wanted) await reply.code(401).send({ code: 'unauthenticated' });
  });
  return app;
}

/** Listens on any free port, says so, and ends in order when it is told to. */
export async function serveAsPeer(app: FastifyInstance): Promise<void> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void app.close().then(() => process.exit(0)));
  process.stdout.write(`ready http://127.0.0.1:${(app.server.address() as AddressInfo).port}\n`);
}
