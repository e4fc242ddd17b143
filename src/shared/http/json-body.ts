import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpProblem } from './http-problem.js';
import { statusProblem } from './status-problem.js';
import { parseStrictJson } from './strict-json.js';

export interface JsonBodyOptions {
  readonly limitBytes: number;
  /** Routes that get the body as the bytes that were sent, e.g. to verify a signature over them. */
  readonly raw?: {
    readonly matches: (routePattern: string) => boolean;
    readonly limitBytes: number;
  };
}

/**
 * RFC 8259, 8.1: JSON between systems is UTF-8; saying so is allowed, saying anything else is not. No white space follows
 * other white space here: that would take quadratic time on a long run of it.
 */
const JSON_IN_UTF8 = /^\s*application\/json\s*(?:;\s*(?:charset\s*=\s*(?:utf-8|"utf-8")\s*(?:;\s*)?)?)?$/i;

/**
 * Makes uncompressed `application/json` the only body any route takes (415 for another, 413 above the limit also when
 * chunked, 400 `malformed_json`). To be registered before the routes, on an application created with
 * `bodyParser: false`, so that Nest adds no parser of its own.
 */
export function registerJsonBody(fastify: FastifyInstance, { limitBytes, raw }: JsonBodyOptions): void {
  fastify.removeAllContentTypeParsers();
  const isRaw = (pattern: string | undefined): boolean => pattern !== undefined && raw?.matches(pattern) === true;
  fastify.addHook('onRoute', (route) => {
    route.bodyLimit = isRaw(route.url) && raw ? raw.limitBytes : limitBytes;
  });
  fastify.addHook('onRequest', (request, _reply, done) => done(isAcceptable(request) ? undefined : unsupported()));
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    try {
      done(null, isRaw(request.routeOptions.url) ? body : parseStrictJson(body));
    } catch (error) {
      done(error as Error);
    }
  });
}

function isAcceptable({ headers }: FastifyRequest): boolean {
  const { 'content-type': type, 'content-encoding': encoding = 'identity' } = headers;
  return encoding.toLowerCase() === 'identity' && (type === undefined || JSON_IN_UTF8.test(type));
}

const unsupported = (): HttpProblem => {
  const { status, code, detail } = statusProblem(415);
  return new HttpProblem(status, code, detail, { Accept: 'application/json' });
};
