import type { FastifyInstance } from 'fastify';

/** Reading needs no key: one that comes with GET or HEAD is ignored, and the answer says so (semantics 4). */
export function registerIgnoredKey(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (reads && request.headers['idempotency-key'] !== undefined) void reply.header('Idempotency-Status', 'ignored');
    done();
  });
}
