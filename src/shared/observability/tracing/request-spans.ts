import { placeRequest, type CallerSpan } from './placing.js';
import { SpanRecord } from './span-record.js';
import { SpanRecorder } from './span-recorder.js';
import { currentTracer } from './tracing.js';
import { traceIdOf } from '../../http/trace-id.js';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** W3C Trace Context, 3.2: the parent's id and whether its trace is kept. */
const PARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})/;

/** Every request under `/api` is a span, from before anything looks at it to the end of its answer. Nothing while off. */
export function traceRequests(fastify: FastifyInstance): void {
  const tracer = currentTracer();
  if (!(tracer instanceof SpanRecorder)) return;
  const spans = new WeakMap<FastifyRequest, SpanRecord>();
  fastify.addHook('onRequest', (request, reply, done) => {
    const { url: route } = request.routeOptions;
    if (!route?.startsWith('/api/')) return done();
    const { method } = request;
    const words = { 'http.request.method': method, 'http.route': route };
    const span = new SpanRecord({ name: `${method} ${route}`, kind: 'server', words });
    spans.set(request, span);
    reply.raw.once('close', () => {
      const { statusCode, writableFinished } = reply.raw;
      span.say(writableFinished ? { 'http.response.status_code': statusCode } : { 'ichido.result': 'aborted' });
      span.end();
      if (statusCode >= 500) span.failure = `${statusCode}`;
      tracer.deliver(placeRequest(span, traceIdOf(request.raw), callerOf(request)));
    });
    done();
  });
  // The body has come in through events of the socket, which know nothing of the request's hooks before.
  fastify.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) tracer.enter(span, done);
    else done();
  });
}

function callerOf({ raw }: FastifyRequest): CallerSpan | undefined {
  const { traceparent } = raw.headers;
  const [, traceId, spanId, flags] = (typeof traceparent === 'string' && PARENT.exec(traceparent)) || [];
  // A header that is none has not become the request's trace either.
  if (!spanId || !flags || traceId !== traceIdOf(raw)) return undefined;
  return { spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
