import { place, placeFlow, type PlacedSpan } from './placing.js';
import { SpanRecord } from './span-record.js';
import type { EndedFlow, OpenSpan, SpanStart, Tracer } from './tracing.js';

/** Carries the current span along with everything that is awaited. */
export interface Ambient {
  readonly current: SpanRecord | undefined;
  run<T>(span: SpanRecord, work: () => T): T;
}

/** Writes spans down, and hands over each piece of work with all of its parts when it has ended. */
export class SpanRecorder implements Tracer {
  constructor(
    private readonly ambient: Ambient,
    /** Must not throw. */
    readonly deliver: (spans: readonly PlacedSpan[]) => void,
  ) {}

  get current(): SpanRecord | undefined {
    return this.ambient.current;
  }

  async during<T>(start: SpanStart, work: (span: OpenSpan) => Promise<T>): Promise<T> {
    const span = new SpanRecord(start, start.isRoot ? undefined : this.current);
    let failure: unknown;
    try {
      return await this.enter(span, () => work(span));
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      span.end(failure);
      if (!span.whole) this.deliver(place(span));
    }
  }

  /** What is done inside is a part of the span. */
  enter<T>(span: SpanRecord, work: () => T): T {
    return this.ambient.run(span, work);
  }

  flowEnded(flow: EndedFlow): void {
    this.deliver([placeFlow(flow)]);
  }
}
