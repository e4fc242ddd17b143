import { apiDocument, type ApiDescription } from './api-document.js';
import { problemsPage } from './problems-page.js';
import { serveSwaggerUi } from './swagger-ui.js';
import type { ApiKey } from '../api-key.js';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { onSendHookHandler } from 'fastify';

/**
 * Everything from this server, no frames, no foreign form target. Swagger UI sets styles on its elements and has its
 * pictures in its style sheet.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Serves the documentation of an application: `/docs`, `/docs-json` and `/docs/problems`. The document is built when it
 * is first asked for. `demoKeys` are filled in for whoever opens the page.
 */
export function openDocs(
  app: NestFastifyApplication,
  description: ApiDescription,
  demoKeys: readonly ApiKey[] = [],
): void {
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook('onRoute', (route) => {
    if (route.url === '/docs-json' || /^\/docs(\/|$)/.test(route.url)) route.onSend = guarded;
  });
  const page = problemsPage(description.problems);
  fastify.get('/docs/problems', (_request, reply) => reply.type('text/html; charset=utf-8').send(page));

  let document: OpenAPIObject | undefined;
  serveSwaggerUi(app, () => (document ??= apiDocument(app, description)), {
    title: description.title,
    keys: demoKeys,
  });
}

const guarded: onSendHookHandler = (request, reply, _payload, done) => {
  reply.headers({
    'Content-Security-Policy': CONTENT_SECURITY_POLICY,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  });
  // What is made for one reader, with fresh keys in it, must not be shown to the next one.
  if (!request.routeOptions.url?.endsWith('*')) reply.header('Cache-Control', 'no-store');
  done();
};
