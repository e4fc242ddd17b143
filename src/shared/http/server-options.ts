import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import { problemOf } from './problem-of.js';
import { answerProblem } from './problem-answer.js';
import { PROBLEM_MEDIA_TYPE, problemBody } from './problem.js';
import { statusProblem } from './status-problem.js';
import { newTraceId, traceIdOf } from './trace-id.js';

/** A request that takes longer to arrive is held open on purpose; no honest body of ours is that large. */
const REQUEST_ARRIVES_WITHIN_MS = 30_000;

/**
 * Options for `new FastifyAdapter(…)`: what goes wrong before a route is found (a malformed path, headers that are no
 * HTTP) is a problem answer too, and `request.id` is the trace id.
 */
export const serverOptions = (): Pick<
  FastifyServerOptions,
  'genReqId' | 'frameworkErrors' | 'clientErrorHandler' | 'requestTimeout' | 'return503OnClosing'
> => ({
  genReqId: traceIdOf,
  frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
    answerProblem(problemOf(error), request.raw, reply),
  clientErrorHandler,
  requestTimeout: REQUEST_ARRIVES_WITHIN_MS,
  // Fastify would answer in its own shape; who is shutting down says so with `ServiceUnavailable`.
  return503OnClosing: false,
});

const STATUS_OF_PARSER: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/** What Node's parser could not read has no request and no reply, only a socket. */
function clientErrorHandler(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = statusProblem(STATUS_OF_PARSER[error.code ?? ''] ?? 400);
  const traceId = newTraceId();
  const body = JSON.stringify(problemBody(problem, { path: '/', traceId }));
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
      `Content-Type: ${PROBLEM_MEDIA_TYPE}; charset=utf-8`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      `X-Request-Id: ${traceId}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
    () => socket.destroy(),
  );
}
