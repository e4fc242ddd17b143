import { FRESH_UUID } from './marks.js';
import { authorizedWith } from './security.js';
import type { ApiKey } from '../api-key.js';
import type { INestApplication } from '@nestjs/common';
import { SwaggerModule, type OpenAPIObject, type SwaggerCustomOptions } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';

/**
 * Serves Swagger UI on `/docs` and the document on `/docs-json`, both from this process alone. `keys` are shown to
 * everyone who opens the page: only ever the demo keys.
 */
export function serveSwaggerUi(
  app: INestApplication,
  document: () => OpenAPIObject,
  { title, keys }: { readonly title: string; readonly keys: readonly ApiKey[] },
): void {
  const options: SwaggerCustomOptions = {
    customSiteTitle: title,
    customCss: '.swagger-ui .topbar { display: none }',
    raw: ['json'],
    patchDocumentOnRequest: (request, _reply, built) => (isForThePage(request) ? withFreshUuids(built) : built),
    swaggerOptions: {
      // Otherwise the page would ask a validator on the internet.
      validatorUrl: null,
      tryItOutEnabled: true,
      displayRequestDuration: true,
      defaultModelsExpandDepth: 0,
      authAction: authorizedWith(keys),
    },
  };
  SwaggerModule.setup('docs', app, document, options);
}

/** The page gets the document inside a script of its own; /docs-json is the same for everyone. */
const isForThePage = (request: unknown): boolean =>
  (request as FastifyRequest).routeOptions.url?.endsWith('.js') === true;

/** The document of one opened page: its keys stay while the page is open, so that a second press is a repetition. */
function withFreshUuids(document: OpenAPIObject): OpenAPIObject {
  const fresh = structuredClone(document);
  for (const item of Object.values(fresh.paths)) {
    for (const { parameters = [] } of [item.get, item.put, item.post, item.delete, item.patch].filter((one) => !!one)) {
      for (const parameter of parameters)
        if (FRESH_UUID in parameter) Object.assign(parameter, { example: randomUUID() });
    }
  }
  return fresh;
}
