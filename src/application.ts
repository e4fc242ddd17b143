import { apiDescription } from './api-docs.js';
import { AppModule } from './app.module.js';
import { openConsole } from './console/open-console.js';
import type { Config } from '#shared/config/config.js';
import { Admission } from '#shared/http/admission.js';
import { JobWorker } from '#shared/jobs/job-worker.js';
import { isPublicRoute } from '#shared/http/authentication.js';
import { allowOrigins } from '#shared/http/cors.js';
import { openFrontDoor, type FrontDoorOptions } from '#shared/http/front-door.js';
import { RequestsMetric } from '#shared/http/requests.metric.js';
import { openDocs } from '#shared/http/openapi/open-docs.js';
import { rateLimitOf } from '#shared/http/rate-limit/rate-limit.js';
import { RateWindowsStore } from '#shared/http/rate-limit/rate-windows.store.js';
import { withQuietWiring } from '#shared/observability/quiet-wiring.js';
import { ProblemFilter } from '#shared/http/problem.filter.js';
import { validationPipe } from '#shared/http/request-validation.pipe.js';
import { RolesGuard } from '#shared/http/roles.guard.js';
import { serverOptions } from '#shared/http/server-options.js';
import { registerIgnoredKey } from '#modules/idempotency/http/ignored-key.js';
import { registerKeyEcho } from '#modules/idempotency/http/keyed-route.js';
import { publishedPolicy } from '#modules/idempotency/http/published-policy.js';
import { retryAdvice } from '#modules/idempotency/http/retry-advice.js';
import { KeyedRoutes } from '#modules/idempotency/routes/keyed-routes.js';
import { traceRequests } from '#shared/observability/tracing/request-spans.js';
import { NestFactory, Reflector } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Logger } from 'nestjs-pino';
import { setTimeout as pause } from 'node:timers/promises';

/** Signatures are over the bytes as they were sent; the contract gives webhooks 1 MB. */
const WEBHOOKS = { matches: (route: string): boolean => route.startsWith('/api/webhooks/'), limitBytes: 1_000_000 };

/** The whole application behind its front door, ready to listen. Needs `databaseUrl` and, for the sandbox, its URL. */
export async function createApplication(config: Config): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter(serverOptions());
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.with(config), adapter, {
    bodyParser: false,
    bufferLogs: true,
    abortOnError: false,
  });
  app.useLogger(withQuietWiring(app.get(Logger)));
  app.flushLogs();
  const fastify = adapter.getInstance();
  if (config.corsOrigins) allowOrigins(app, config.corsOrigins);
  registerKeyEcho(fastify);
  registerIgnoredKey(fastify);
  app.get(RequestsMetric).register(fastify);
  traceRequests(fastify);
  app.get(Admission).register(fastify);
  openFrontDoor(fastify, {
    authentication: { keys: config.apiKeys ?? [], isPublic: isPublicRoute },
    rateLimit: await rateLimitIn(app, config),
    body: { limitBytes: config.bodyLimitBytes, raw: WEBHOOKS },
  });
  app.setGlobalPrefix('api', { exclude: ['health/live', 'health/ready', 'metrics'] });
  app.useGlobalPipes(validationPipe());
  app.useGlobalGuards(new RolesGuard(app.get(Reflector)));
  const { demoKeys = false, apiKeys = [] } = config;
  const routes = app.get(KeyedRoutes);
  const description = apiDescription({
    demo: demoKeys,
    profile: config.idempotencyProfile,
    policyOf: (operation) => publishedPolicy(routes.operation(operation)),
  });
  app.useGlobalFilters(new ProblemFilter([retryAdvice(description.problems)]));
  openDocs(app, description, demoKeys ? apiKeys : []);
  openConsole(fastify);
  return app;
}

async function rateLimitIn(app: NestFastifyApplication, { rateLimit }: Config): Promise<FrontDoorOptions['rateLimit']> {
  if (rateLimit === undefined) return undefined;
  const windows = app.get(RateWindowsStore);
  return rateLimitOf(app.getHttpAdapter().getInstance(), {
    requestsPerMinute: rateLimit,
    count: (tenant, requests) => windows.count(tenant, requests),
  });
}

/** What is left of the grace when nobody is waited for any more: the process still has to end within it. */
const LAST_PART = 0.1;
/** Of the grace, for jobs that run: what is not needed for those who wait for an answer, but for giving back and closing. */
const JOBS_PART = 0.7;

/**
 * SIGTERM's order: nobody new is let in, what runs is answered (those who wait for a decision get a 202 when half of the
 * time is over), jobs are finished or handed back, connections are closed last. What hangs, as a statement that waits
 * for a lock does, is left behind: nothing of it was promised to anybody, and the next start resumes it.
 */
export async function closeApplication(app: NestFastifyApplication, graceMs: number): Promise<void> {
  app.get(JobWorker).mayRunUntil(Date.now() + graceMs * JOBS_PART);
  const inOrder = app
    .get(Admission)
    .close(graceMs / 2)
    .then(() => app.close());
  await Promise.race([inOrder, pause(graceMs * (1 - LAST_PART), undefined, { ref: false })]);
}
