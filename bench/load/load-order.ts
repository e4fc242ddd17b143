/** What the clients do, over and over. */
export type Traffic =
  /** Every request is a new order of one piece. */
  | { readonly kind: 'place'; readonly skus: readonly string[]; readonly paymentMethods?: readonly string[] }
  /** As `place`, and this share (0 to 1) repeats an order that was sent before, answered or not. */
  | { readonly kind: 'mixed'; readonly skus: readonly string[]; readonly repeated: number }
  /** First this many orders are placed at that URL, then they are repeated in turn, all of them decided. */
  | { readonly kind: 'replay'; readonly skus: readonly string[]; readonly keys: number; readonly placedAt: string }
  /** Captures as a provider is sent them, each under a new key. */
  | { readonly kind: 'capture' }
  /** Signed deliveries of these provider events, each once and in turn, until none is left or the time is over. */
  | { readonly kind: 'webhooks'; readonly events: readonly string[]; readonly secret: string };

/** One measurement, as the load process is told to make it. */
export interface LoadOrder {
  /** Where to send it, path and all; several instances share the clients. */
  readonly urls: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly traffic: Traffic;
  /** Requests in flight; each client sends its next as soon as it has its answer. */
  readonly clients: number;
  /** Not counted. */
  readonly warmUpMs: number;
  readonly windowMs: number;
  /** Requests a second, all clients together; as many as are answered when absent. */
  readonly rate?: number;
  /** Any other status makes the measurement void. 202 is no answer yet: it is counted apart. */
  readonly expected: readonly number[];
  /** What the body of an answer has to contain, so that one of another kind is not counted. */
  readonly containing?: string;
}

/** What came back within the window. */
export interface LoadResult {
  readonly answered: number;
  /** How often the answer was 202, ask again later, which is not counted as one. */
  readonly undecided: number;
  readonly seconds: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
  /** All answers, those of the warm-up too. */
  readonly statuses: Readonly<Record<string, number>>;
  /** The first few answers that were not expected, for a person. */
  readonly wrong: readonly string[];
}

/** From the load process to whoever reads the counters. */
export type LoadMessage =
  | { readonly at: 'window-open' }
  | { readonly at: 'window-closed' }
  | { readonly at: 'done'; readonly result: LoadResult }
  | { readonly at: 'failed'; readonly reason: string };
