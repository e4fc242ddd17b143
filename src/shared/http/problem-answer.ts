import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { drainBody } from './body-drain.js';
import { PROBLEM_MEDIA_TYPE, problemBody, type Problem } from './problem.js';
import { traceIdOf } from './trace-id.js';

/** Long enough for every path of ours; beyond it a path is the caller's text and nothing else. */
const MAX_INSTANCE_LENGTH = 200;

/** Answers a request with a problem document; a half-sent answer is cut off instead, so that nobody takes it for whole. */
export function answerProblem(problem: Problem, request: IncomingMessage, reply: FastifyReply | ServerResponse): void {
  const response = 'raw' in reply ? reply.raw : reply;
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const traceId = traceIdOf(request);
  const headers = {
    ...problem.headers,
    // The hook that sets it on every answer does not run where a request is refused before its route is known.
    'X-Request-Id': traceId,
    'Cache-Control': 'no-store',
    'Content-Type': `${PROBLEM_MEDIA_TYPE}; charset=utf-8`,
  };
  const body = JSON.stringify(problemBody(problem, { path: pathOf(request), traceId }));
  const answer = (): void => {
    if ('raw' in reply) {
      reply.removeHeader('connection');
      void reply.code(problem.status).headers(headers).send(body);
    } else {
      response.writeHead(problem.status, headers).end(request.method === 'HEAD' ? undefined : body);
    }
  };
  // Who keeps the connection may read the answer and stop sending; who does not loses it with the end of the answer.
  if (response.shouldKeepAlive) {
    drainBody(request, nothing);
    answer();
  } else {
    drainBody(request, answer);
  }
}

const nothing = (): void => undefined;

/** What a URI reference has in encoded form only (RFC 3986), and a percent sign that encodes nothing. */
const TO_ENCODE = /%(?![0-9A-Fa-f]{2})|[^!-~]|["<>[\\\]^`{|}]/g;

/** The path that was asked for, as a URI reference, without its query, which may hold what should not be repeated. */
function pathOf(request: IncomingMessage & { originalUrl?: string }): string {
  const [path = ''] = (request.originalUrl ?? request.url ?? '/').split(/[?#]/, 1);
  const encoded = path.slice(0, MAX_INSTANCE_LENGTH).replace(TO_ENCODE, encodeURIComponent);
  // The cut may go through the code of a character, which is left out then.
  return encoded.slice(0, MAX_INSTANCE_LENGTH).replace(/%[0-9A-Fa-f]?$/, '');
}
