import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';

/**
 * Ends, when the server closes, the connections that have not asked for anything yet, as browsers and load balancers
 * open them in advance. Node ends idle ones by itself, but takes these for requests under way until their headers are
 * overdue (`headersTimeout`, a minute), and a closing server would wait for them. Call it before the server listens.
 */
export function endSilentConnections(fastify: FastifyInstance): void {
  const silent = new Set<Socket>();
  let isClosing = false;
  fastify.server.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
    if (isClosing) socket.destroy();
  });
  // Before Fastify's own listener: what is asked while the server closes is answered.
  fastify.server.prependListener('request', ({ socket }) => void silent.delete(socket));
  fastify.addHook('preClose', (done) => {
    isClosing = true;
    for (const socket of silent) socket.destroy();
    done();
  });
}
