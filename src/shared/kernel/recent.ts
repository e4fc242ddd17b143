/** Times in milliseconds. */
export interface Freshness {
  /** How old an answer may be that is given again. */
  readonly forMs: number;
  /** How long anybody waits for a new one. */
  readonly patienceMs: number;
}

interface Known<Answer> {
  readonly answer: Answer | undefined;
  readonly at: number;
}

/**
 * A question that is asked at most once in a while, however often its answer is wanted, and never twice at a time.
 * Undefined, never an error and never an old answer, while it cannot be answered in time.
 */
export function recent<Answer>(
  ask: () => Promise<Answer>,
  { forMs, patienceMs }: Freshness,
): () => Promise<Answer | undefined> {
  let known: Known<Answer> | undefined;
  let asking: Promise<Answer | undefined> | undefined;

  const askAnew = async (): Promise<Answer | undefined> => {
    const answer = await ask().catch(() => undefined);
    known = { answer, at: performance.now() };
    asking = undefined;
    return answer;
  };

  return async () => {
    if (known && performance.now() - known.at < forMs) return known.answer;
    return within(patienceMs, (asking ??= askAnew()));
  };
}

function within<Answer>(ms: number, answered: Promise<Answer | undefined>): Promise<Answer | undefined> {
  const { promise, resolve } = Promise.withResolvers<Answer | undefined>();
  const patience = setTimeout(resolve, ms, undefined);
  void answered.then(resolve).finally(() => clearTimeout(patience));
  return promise;
}
