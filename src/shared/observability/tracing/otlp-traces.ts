import type { PlacedSpan } from './placing.js';
import { SpanRecorder, type Ambient } from './span-recorder.js';
import type { SpanRecord } from './span-record.js';
import { recordSpansWith } from './tracing.js';
import { callersAndOrders } from './sampling.js';
import type { TraceSettings } from '../../config/trace-settings.js';
import { Logger } from '@nestjs/common';
import {
  createContextKey,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Tracer,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  detectResources,
  envDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider, type IdGenerator } from '@opentelemetry/sdk-trace';
import { setTimeout as pause } from 'node:timers/promises';

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

/** An exporter that nobody answers fails with every batch; once a minute is enough to know. */
const COMPLAIN_EVERY_MS = 60_000;

export interface RunningTraces {
  /** Sends what is left; returns when that is done or the time (milliseconds) is over. */
  close(withinMs: number): Promise<void>;
}

/** Spans are placed before they are made, so their ids are given. */
class GivenIds implements IdGenerator {
  next = { traceId: '', spanId: '' };
  generateTraceId = (): string => this.next.traceId;
  generateSpanId = (): string => this.next.spanId;
}

/**
 * From here on the spans of this process go to a collector over OTLP/HTTP, in batches and beside the work: when nobody
 * takes them they are dropped, the newest first, and nothing else happens.
 */
export function startTraces({ serviceName, ...sampling }: TraceSettings): RunningTraces {
  diag.setLogger(complaining(), { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true });
  const ids = new GivenIds();
  const provider = new TracerProvider({
    idGenerator: ids,
    resource: detectResources({ detectors: [serviceInstanceIdDetector, envDetector] }).merge(
      resourceFromAttributes({ 'service.name': serviceName }),
    ),
    sampler: callersAndOrders(sampling),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  const tracer = provider.getTracer('ichido');
  recordSpansWith(
    new SpanRecorder(ambient(), (spans) => {
      try {
        for (const span of spans) make(tracer, ids, span);
      } catch (error) {
        // Whose work it was has nothing to do with it.
        diag.error('a span could not be made', error);
      }
    }),
  );
  return {
    async close(withinMs) {
      recordSpansWith(undefined);
      await Promise.race([provider.shutdown().catch(() => undefined), pause(withinMs, undefined, { ref: false })]);
    },
  };
}

function make(tracer: Tracer, ids: GivenIds, { record, links, parentId, caller, traceId, spanId }: PlacedSpan): void {
  ids.next = { traceId, spanId };
  const isKept = caller === undefined || caller.isSampled;
  const parent = parentId && {
    traceId,
    spanId: parentId,
    traceFlags: isKept ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: caller !== undefined,
  };
  const span = tracer.startSpan(
    record.start.name,
    {
      kind: KINDS[record.start.kind ?? 'internal'],
      startTime: record.begunAt,
      attributes: record.words,
      links: links.map((place) => ({ context: { ...place, traceFlags: TraceFlags.SAMPLED } })),
    },
    parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT,
  );
  if (record.failure) span.setStatus({ code: SpanStatusCode.ERROR, message: record.failure });
  span.end(record.endedAt);
}

function ambient(): Ambient {
  const contexts = new AsyncLocalStorageContextManager();
  const key = createContextKey('ichido.span');
  return {
    get current() {
      return contexts.active().getValue(key) as SpanRecord | undefined;
    },
    run: (span, work) => contexts.with(contexts.active().setValue(key, span), work),
  };
}

const quiet = (): void => undefined;

/** What the SDK says names addresses and answers of others; that it has something to say is enough. */
function complaining(): Parameters<typeof diag.setLogger>[0] {
  const logger = new Logger('Traces');
  let lastAt = Number.NEGATIVE_INFINITY;
  const error = (): void => {
    if (performance.now() - lastAt < COMPLAIN_EVERY_MS) return;
    lastAt = performance.now();
    logger.warn('spans could not be delivered and are dropped; nothing else depends on them');
  };
  return { error, warn: quiet, info: quiet, debug: quiet, verbose: quiet };
}
