import { readPageFiles, type PageFile } from './page-files.js';
import { HttpProblem } from '#shared/http/http-problem.js';
import { answerProblem } from '#shared/http/problem-answer.js';
import { problemOf } from '#shared/http/problem-of.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Everything from this server: no style or script inside of the page, no frame around it. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  // The icon is in the page.
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const GUARDED = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

/** Their names change with their content; a year is the longest that is asked for (RFC 9111, 5.2.2.1 has no limit). */
const FOR_EVER = 'public, max-age=31536000, immutable';

/**
 * Serves the operator's page on `/console`, and on every address below it, because the page reads its own address. It
 * holds nothing secret, so it needs no key: what it shows, it asks the API for with the key of whoever sits before it.
 */
export function openConsole(fastify: FastifyInstance): void {
  let read: Promise<ReadonlyMap<string, PageFile>> | undefined;
  const file = async (name: string): Promise<PageFile | undefined> => (await (read ??= readPageFiles())).get(name);

  const page = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const index = await file('index.html');
    if (!index) return missing(request, reply, 'The page is not built: run `npm run build` and start again.');
    return send(reply, index, 'no-store');
  };
  fastify.get('/console', page);
  fastify.get('/console/*', page);
  fastify.get<{ Params: { name: string } }>('/console/assets/:name', async (request, reply) => {
    const asset = await file(request.params.name);
    return asset ? send(reply, asset, FOR_EVER) : missing(request, reply, 'The page has no such file.');
  });
}

const send = (reply: FastifyReply, { type, content }: PageFile, kept: string): FastifyReply =>
  reply
    .headers({ ...GUARDED, 'Cache-Control': kept })
    .type(type)
    .send(content);

function missing(request: FastifyRequest, reply: FastifyReply, detail: string): FastifyReply {
  answerProblem(problemOf(new HttpProblem(404, 'not_found', detail)), request.raw, reply);
  return reply;
}
