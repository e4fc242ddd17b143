import type { RateWindow } from './rate-windows.store.js';
import { TenantCounts } from './tenant-counts.js';
import { HttpProblem } from '../http-problem.js';
import { ServiceUnavailable } from '../service-unavailable.js';
import { statusProblem } from '../status-problem.js';
import fastifyRateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export interface RateLimitOptions {
  readonly requestsPerMinute: number;
  /** Counts requests of a tenant for all instances together; rejects when it cannot. */
  readonly count: (tenant: string, requests: number) => Promise<RateWindow>;
}

/** Lets a request pass, or rejects with the problem it is answered with: 429, or 503 when nobody can count. */
export type RateLimit = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

const WINDOW_SECONDS = 60;

/** Readies the limit; the request's caller has to be known when it is asked. */
export async function rateLimitOf(
  fastify: FastifyInstance,
  { requestsPerMinute, count }: RateLimitOptions,
): Promise<RateLimit> {
  await fastify.register(fastifyRateLimit, {
    global: false,
    max: requestsPerMinute,
    timeWindow: WINDOW_SECONDS * 1000,
    keyGenerator: ({ caller }) => caller!.tenant,
    store: class extends TenantCounts {
      constructor() {
        super(count, requestsPerMinute);
      }
    },
  });
  const check = fastify.createRateLimit();
  return async (request, reply) => {
    const verdict = await check(request).catch(request.caller?.role === 'operator' ? passes : cannotCount);
    if (verdict.isAllowed) return;
    const seconds = Math.max(1, verdict.ttlInSeconds);
    void reply.headers({
      'RateLimit-Policy': `"tenant";q=${verdict.max};w=${WINDOW_SECONDS}`,
      RateLimit: `"tenant";r=${verdict.remaining};t=${seconds}`,
    });
    if (verdict.isExceeded) throw tooMany(seconds);
  };
}

/** Operators are few and known, and have to see what is wrong just when nothing can be counted. */
const passes = (): { readonly isAllowed: true } => ({ isAllowed: true });

/** Never open: the counts are kept where everything is kept, so what cannot be counted could not be served either. */
const cannotCount = (cause: unknown): never => {
  throw new ServiceUnavailable(1, { cause });
};

const tooMany = (seconds: number): HttpProblem => {
  const { status, code, detail } = statusProblem(429);
  return new HttpProblem(status, code, detail, { 'Retry-After': String(seconds) });
};

/** Every request with a known caller is counted; public routes have none. */
export function registerRateLimit(fastify: FastifyInstance, limit: RateLimit): void {
  fastify.addHook('onRequest', async (request, reply) => {
    if (request.caller !== undefined) await limit(request, reply);
  });
}
