import { Latencies } from './latencies.ts';
import type { LoadMessage, LoadOrder, LoadResult, Traffic } from './load-order.ts';
import { newOrder, requestsOf, type Next, type Sent } from './traffic.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';

/** A request that takes longer has met something broken. */
const ANSWER_WITHIN_MS = 30_000;

/** "Under way, ask again": tells nobody what became of the order. */
const UNDECIDED = 202;

/** Enough to see what is wrong. */
const WRONG_KEPT = 5;

/** Sends what is ordered and answers with what came back. Rejects when a connection breaks. */
export async function measureLoad(order: LoadOrder, tell: (message: LoadMessage) => void): Promise<LoadResult> {
  // One connection per client and one request at a time on each, as of as many machines.
  const limits = { pipelining: 1, headersTimeout: ANSWER_WITHIN_MS, bodyTimeout: ANSWER_WITHIN_MS };
  const targets = order.urls.map((url): Target => {
    const { origin, pathname } = new URL(url);
    return { pool: new Pool(origin, { ...limits, connections: order.clients }), path: pathname };
  });
  try {
    return await new Measurement(order, targets, tell).run();
  } finally {
    await Promise.all(targets.map(({ pool }) => pool.close()));
  }
}

interface Target {
  readonly pool: Pool;
  readonly path: string;
}

class Measurement {
  private readonly statuses: Record<string, number> = {};
  private readonly wrong: string[] = [];
  private readonly latencies = new Latencies();
  private readonly order: LoadOrder;
  private readonly targets: readonly Target[];
  private readonly tell: (message: LoadMessage) => void;
  private undecided = 0;
  private opensAt = Infinity;
  private closesAt = Infinity;

  constructor(order: LoadOrder, targets: readonly Target[], tell: (message: LoadMessage) => void) {
    this.order = order;
    this.targets = targets;
    this.tell = tell;
  }

  async run(): Promise<LoadResult> {
    const { traffic, clients, warmUpMs, windowMs } = this.order;
    const placed = traffic.kind === 'replay' ? await this.placeFirst(traffic) : [];
    const next = requestsOf(traffic, placed);
    this.opensAt = performance.now() + warmUpMs;
    this.closesAt = this.opensAt + windowMs;
    const marks = [this.tellAt(this.opensAt, 'window-open'), this.tellAt(this.closesAt, 'window-closed')];
    const lastAnswers = await Promise.all(Array.from({ length: clients }, (_, client) => this.client(next, client)));
    await Promise.all(marks);
    const lastAnswer = Math.min(Math.max(...lastAnswers), this.closesAt);
    const seconds = (lastAnswer - this.opensAt) / 1000;
    const [p50 = 0, p95 = 0, p99 = 0, max = 0] = this.latencies.read(0.5, 0.95, 0.99, 1);
    const answered = this.latencies.count;
    const { statuses, undecided, wrong } = this;
    return { answered, undecided, seconds, perSecond: answered / seconds, p50, p95, p99, max, statuses, wrong };
  }

  private async tellAt(at: number, mark: 'window-open' | 'window-closed'): Promise<void> {
    await pause(Math.max(0, at - performance.now()));
    this.tell({ at: mark });
  }

  /** Not measured: the orders that are repeated afterwards. */
  private async placeFirst({ skus, keys, placedAt }: Extract<Traffic, { kind: 'replay' }>): Promise<Sent[]> {
    const orders = Array.from({ length: keys }, () => newOrder(skus));
    const waiting = [...orders];
    const target = { pool: this.targets[0]!.pool, path: new URL(placedAt).pathname };
    const placer = async (): Promise<void> => {
      for (let order = waiting.pop(); order; order = waiting.pop()) await this.send(order, target);
    };
    await Promise.all(Array.from({ length: this.order.clients }, placer));
    return orders;
  }

  /** Answers when its last answer came. */
  private async client(next: Next, number: number): Promise<number> {
    const { rate, clients } = this.order;
    const target = this.targets[number % this.targets.length]!;
    const everyMs = rate === undefined ? 0 : (clients / rate) * 1000;
    let due = performance.now() + (everyMs * number) / clients;
    let endedAt = 0;
    for (;;) {
      const wait = everyMs > 0 ? due - performance.now() : 0;
      if (wait > 0) await pause(wait);
      // With a rate the wait for a late turn belongs to the latency: nobody stops coming because others wait.
      const startedAt = everyMs > 0 ? due : performance.now();
      if (startedAt >= this.closesAt) return endedAt;
      due += everyMs;
      const request = next();
      if (!request) return endedAt;
      const status = await this.send(request, target);
      endedAt = performance.now();
      if (endedAt < this.opensAt || endedAt >= this.closesAt) continue;
      if (status === UNDECIDED) this.undecided++;
      else this.latencies.add(endedAt - startedAt);
    }
  }

  private async send({ headers, body }: Sent, { pool, path }: Target): Promise<number> {
    const { order } = this;
    const answer = await pool.request({
      path,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...order.headers, ...headers },
      body,
    });
    const text = await answer.body.text();
    const status = answer.statusCode;
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    const says = (part = ''): boolean => status === UNDECIDED || text.includes(part);
    if (!(order.expected.includes(status) && says(order.containing)) && this.wrong.length < WRONG_KEPT)
      this.wrong.push(`${status} ${text.slice(0, 300)}`);
    return status;
  }
}
