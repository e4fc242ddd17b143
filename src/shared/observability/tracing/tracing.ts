import type { AboutOrder } from './about-order.js';

/** What a span says of itself: words and numbers of ours, never keys of callers, secrets, bodies or customers. */
export type SpanWords = Readonly<Record<string, string | number | boolean>>;

export interface SpanStart {
  readonly name: string;
  /** `internal` unless said otherwise. */
  readonly kind?: 'server' | 'client' | 'internal';
  /** Work of its own, whoever set it going: no part of the span in which that happened. */
  readonly isRoot?: boolean;
  readonly words?: SpanWords;
}

/** A span while its work goes on. */
export interface OpenSpan {
  say(words: SpanWords): void;
  /** Puts it, and what it is a part of, into the trace of an order. */
  isAbout(order: AboutOrder | undefined): void;
}

/** A flow of an order that has come to its end. */
export interface EndedFlow {
  readonly orderId: string;
  readonly sagaId: string;
  readonly name: string;
  readonly begunAt: Date;
  readonly words: SpanWords;
}

export interface Tracer {
  readonly current: OpenSpan | undefined;
  during<T>(start: SpanStart, work: (span: OpenSpan) => Promise<T>): Promise<T>;
  flowEnded(flow: EndedFlow): void;
}

let tracer: Tracer | undefined;

/** From here on spans are recorded by whoever can, in all of this process; undefined: by nobody. */
export function recordSpansWith(recorder: Tracer | undefined): void {
  tracer = recorder;
}

/** Undefined while traces are off. */
export const currentTracer = (): Tracer | undefined => tracer;

/** The span whose work this is; undefined while traces are off, and outside of any. */
export const currentSpan = (): OpenSpan | undefined => tracer?.current;

/** Does some work as a span. While traces are off that costs one look at a variable, and the work gets no span. */
export const traced = <T>(start: () => SpanStart, work: (span?: OpenSpan) => Promise<T>): Promise<T> =>
  tracer ? tracer.during(start(), work) : work();
