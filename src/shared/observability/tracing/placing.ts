import type { AboutOrder } from './about-order.js';
import { SpanRecord } from './span-record.js';
import type { EndedFlow } from './tracing.js';
import { randomBytes } from 'node:crypto';

/** A place in a trace (W3C Trace Context): 32 and 16 hex digits. */
export interface Place {
  readonly traceId: string;
  readonly spanId: string;
}

/** A span of somebody else, in whose trace ours goes on. */
export interface CallerSpan {
  readonly spanId: string;
  readonly isSampled: boolean;
}

/** A span at its place. */
export interface PlacedSpan extends Place {
  readonly record: SpanRecord;
  readonly parentId?: string;
  /** Set when the parent is the caller's. */
  readonly caller?: CallerSpan;
  readonly links: readonly Place[];
}

/** The trace of an order is its own id, so that every process finds it without being told. */
export const traceOf = (orderId: string): string => orderId.replaceAll('-', '');

/** The span of a flow, which all of its requests and jobs are parts of: the random half of the saga's id. */
export const flowSpanOf = (sagaId: string): string => sagaId.replaceAll('-', '').slice(16);

const newSpanId = (): string => randomBytes(8).toString('hex');
const newTraceId = (): string => randomBytes(16).toString('hex');

type Whole = Pick<PlacedSpan, 'traceId' | 'parentId' | 'caller'>;

const at = (record: SpanRecord, whole: Whole, links: readonly Place[] = []): PlacedSpan => ({
  record,
  spanId: newSpanId(),
  links,
  ...whole,
});

/** With everything that it consists of, whatever that is about. */
function together(record: SpanRecord, whole: Whole, links?: readonly Place[]): PlacedSpan[] {
  const placed = at(record, whole, links);
  const { traceId, spanId: parentId } = placed;
  return [placed, ...record.parts.flatMap((part) => together(part, { traceId, parentId }))];
}

const inTraceOf = ({ orderId, sagaId }: AboutOrder): Whole => ({
  traceId: traceOf(orderId),
  parentId: sagaId && flowSpanOf(sagaId),
});

/**
 * What is about one order goes into that order's trace, whole. What is about several stays at home, and each of its parts
 * goes where it belongs; one without parts appears in the trace of each.
 */
function settle(record: SpanRecord, home: Whole): PlacedSpan[] {
  const { about, parts } = record;
  if (about.length === 1) return together(record, inTraceOf(about[0]!));
  if (about.length > 1 && parts.length === 0) return about.map((order) => at(record, inTraceOf(order)));
  const placed = at(record, home);
  const { traceId, spanId: parentId } = placed;
  return [placed, ...parts.flatMap((part) => settle(part, { traceId, parentId }))];
}

/** Where work that nobody asked for over HTTP goes, and all of its parts. */
export const place = (record: SpanRecord): PlacedSpan[] => settle(record, { traceId: newTraceId() });

/**
 * Where a request goes: into the trace of its caller, and, when it was about one order, once more and with all of its
 * parts into that order's trace; the two are linked with each other.
 */
export function placeRequest(record: SpanRecord, traceId: string, caller?: CallerSpan): PlacedSpan[] {
  const home: Whole = { traceId, parentId: caller?.spanId, caller };
  const { about } = record;
  if (about.length !== 1) return settle(record, home);
  const spanId = newSpanId();
  const [inOrder, ...parts] = together(record, inTraceOf(about[0]!), [{ traceId, spanId }]);
  const { traceId: orderTrace, spanId: orderSpan } = inOrder!;
  const link = { traceId: orderTrace, spanId: orderSpan };
  return [{ record, spanId, links: [link], ...home }, inOrder!, ...parts];
}

/** The span of a flow, as soon as it is over. */
export function placeFlow({ orderId, sagaId, name, begunAt, words }: EndedFlow): PlacedSpan {
  const record = new SpanRecord({ name, words }, undefined, begunAt.getTime());
  record.end();
  return { record, traceId: traceOf(orderId), spanId: flowSpanOf(sagaId), links: [] };
}
