import { registerIgnoredKey } from './ignored-key.js';
import { keyProblems } from './key.problems.js';
import { registerKeyEcho } from './keyed-route.js';
import { retryAdvice } from './retry-advice.js';
import type { ProblemMeanings } from '#shared/http/openapi/problem-meaning.js';
import { requestProblems } from '#shared/http/openapi/request.problems.js';
import { serviceProblems } from '#shared/http/openapi/service.problems.js';
import { ProblemFilter } from '#shared/http/problem.filter.js';
import { validationPipe } from '#shared/http/request-validation.pipe.js';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/**
 * For an application without a front door of ours, before it listens: keyed answers echo their key, bodies are validated
 * by their request classes, and every refusal is a problem document (RFC 9457) that says how to try again.
 *
 * @param problems what the codes of its own refusals mean.
 */
export function equipForKeys(app: NestFastifyApplication, problems: ProblemMeanings = {}): void {
  const fastify = app.getHttpAdapter().getInstance();
  registerKeyEcho(fastify);
  registerIgnoredKey(fastify);
  app.useGlobalPipes(validationPipe());
  app.useGlobalFilters(
    new ProblemFilter([retryAdvice({ ...problems, ...keyProblems, ...requestProblems, ...serviceProblems })]),
  );
}
