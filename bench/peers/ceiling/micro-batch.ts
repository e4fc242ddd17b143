interface Waiting<In, Out> {
  readonly item: In;
  readonly resolve: (out: Out) => void;
  readonly reject: (error: unknown) => void;
}

/** More rows than this in one statement only make the others wait longer. */
const LARGEST = 128;

/** Writes many at once: while one batch is being written the next one collects, so nobody waits for a timer. */
export class MicroBatch<In, Out> {
  private waiting: Waiting<In, Out>[] = [];
  private writing = false;
  private readonly write: (items: readonly In[]) => Promise<readonly Out[]>;

  constructor(write: (items: readonly In[]) => Promise<readonly Out[]>) {
    this.write = write;
  }

  /** What `write` answered for this item, in the order of the items. */
  add(item: In): Promise<Out> {
    const { promise, resolve, reject } = Promise.withResolvers<Out>();
    this.waiting.push({ item, resolve, reject });
    if (!this.writing) void this.drain();
    return promise;
  }

  private async drain(): Promise<void> {
    this.writing = true;
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, LARGEST);
      try {
        const written = await this.write(batch.map(({ item }) => item));
        batch.forEach(({ resolve }, index) => resolve(written[index]!));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.writing = false;
  }
}
