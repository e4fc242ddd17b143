import { METRICS } from '../observability/metrics.token.js';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { Histogram, type Registry } from 'prom-client';

/**
 * Seconds. A replay takes milliseconds, an order at least two commits and a call to the provider; ORDER_WAIT ends at 2 s
 * by default, and 30 s is the longest wait that a caller may ask for.
 */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 35];

/** `ichido_request_duration_seconds`: how long callers waited for the end of their answer. */
@Injectable()
export class RequestsMetric {
  private readonly durations: Histogram<'method' | 'route' | 'status'>;

  constructor(@Inject(METRICS) registry: Registry) {
    this.durations = new Histogram({
      name: 'ichido_request_duration_seconds',
      help: 'Seconds from the head of a request to the end of its answer, by the pattern of its route.',
      labelNames: ['method', 'route', 'status'],
      buckets: BUCKETS,
      registers: [registry],
    });
  }

  /** Before everything else that looks at a request, so that what is refused at the door is counted too. */
  register(fastify: FastifyInstance): void {
    fastify.addHook('onRequest', (request, reply, done) => {
      const begun = performance.now();
      // Also told of an answer that nobody waited for.
      reply.raw.once('close', () => {
        const { method } = request;
        // Never the path that was asked for: callers choose it, and each would be a series of its own.
        const route = request.routeOptions.url ?? 'none';
        const status = reply.raw.writableFinished ? `${reply.raw.statusCode}` : 'aborted';
        this.durations.observe({ method, route, status }, (performance.now() - begun) / 1_000);
      });
      done();
    });
  }
}
