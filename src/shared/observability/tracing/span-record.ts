import type { AboutOrder } from './about-order.js';
import type { OpenSpan, SpanStart, SpanWords } from './tracing.js';

/** Milliseconds since 1970, with fractions. */
const moment = (): number => performance.timeOrigin + performance.now();

/** A sweep or a reconciliation may do thousands of things; a trace of more than this is read by nobody. */
const MOST_PARTS = 1_000;

/**
 * A span that is written down while its work goes on, and gets its place in a trace when all of it is known: what a
 * request or a job is about is often learned in the middle of it.
 */
export class SpanRecord implements OpenSpan {
  readonly parts: SpanRecord[] = [];
  readonly words: Record<string, string | number | boolean>;
  endedAt = 0;
  /** The kind of error that ended it; never its message. */
  failure?: string;
  private readonly orders = new Map<string, string | undefined>();

  constructor(
    readonly start: SpanStart,
    readonly whole?: SpanRecord,
    readonly begunAt = moment(),
  ) {
    this.words = { ...start.words };
    if (whole && whole.parts.length < MOST_PARTS) whole.parts.push(this);
  }

  say(words: SpanWords): void {
    Object.assign(this.words, words);
  }

  isAbout(order: AboutOrder | undefined): void {
    if (!order) return;
    const { orderId, sagaId } = order;
    if (sagaId || !this.orders.get(orderId)) this.orders.set(orderId, sagaId);
    if (sagaId) this.words['ichido.saga.id'] = sagaId;
  }

  end(error?: unknown): void {
    this.endedAt = moment();
    if (error instanceof Error) this.failure = error.name;
  }

  /** The orders that it or any of its parts is about. */
  get about(): readonly AboutOrder[] {
    const all = new Map<string, string | undefined>();
    for (const { orderId, sagaId } of [...this.parts.flatMap(({ about }) => about), ...this.own])
      if (sagaId || !all.get(orderId)) all.set(orderId, sagaId);
    return [...all].map(([orderId, sagaId]) => ({ orderId, sagaId }));
  }

  private get own(): readonly AboutOrder[] {
    return [...this.orders].map(([orderId, sagaId]) => ({ orderId, sagaId }));
  }
}
