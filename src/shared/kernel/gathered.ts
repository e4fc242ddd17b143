/** As many as a service has requests under way at once; more than that are asked in a second statement. */
const MOST_KEYS = 1_000;

interface Asking<Key, Found> {
  readonly key: Key;
  readonly told: PromiseWithResolvers<Found>;
}

/**
 * Asks for many at once: while one question is being answered, the next ones gather and are asked together. Nobody waits
 * for company when there is none.
 */
export class Gathered<Key, Found> {
  private readonly waiting: Asking<Key, Found>[] = [];
  private isAsking = false;

  /**
   * @param ask answers in the order of the keys
   * @param isOfAll whether what it has met would be met by each of them alone
   */
  constructor(
    private readonly ask: (keys: readonly Key[]) => Promise<readonly Found[]>,
    private readonly isOfAll: (error: unknown) => boolean,
  ) {}

  /** What a question of its own would have found; throws what it would have met. */
  find(key: Key): Promise<Found> {
    const told = Promise.withResolvers<Found>();
    this.waiting.push({ key, told });
    if (!this.isAsking) {
      this.isAsking = true;
      // What is asked in the same breath is asked together.
      queueMicrotask(() => void this.askAll());
    }
    return told.promise;
  }

  private async askAll(): Promise<void> {
    while (this.waiting.length > 0) await this.askFor(this.waiting.splice(0, MOST_KEYS));
    this.isAsking = false;
  }

  private async askFor(asking: readonly Asking<Key, Found>[]): Promise<void> {
    try {
      const found = await this.ask(asking.map(({ key }) => key));
      for (const [index, { told }] of asking.entries()) told.resolve(found[index]!);
    } catch (error) {
      if (asking.length === 1 || this.isOfAll(error)) for (const { told } of asking) told.reject(error);
      // One of them may have asked what cannot be asked; nobody suffers for another one.
      else await Promise.all(asking.map((one) => this.askFor([one])));
    }
  }
}
