/** Records in the order in which they were created; a later state of a record takes the place of the earlier one. */
export class Shelf<T extends { readonly id: string; readonly createdAt: number }> {
  readonly #records: T[] = [];
  readonly #places = new Map<string, number>();

  put(record: T): void {
    const place = this.#places.get(record.id);
    if (place !== undefined) {
      this.#records[place] = record;
      return;
    }
    this.#places.set(record.id, this.#records.length);
    this.#records.push(record);
  }

  get(id: string): T | undefined {
    const place = this.#places.get(id);
    return place === undefined ? undefined : this.#records[place];
  }

  /** Newest first; with `after`, only what is older than that record. */
  *newestFirst(after?: string): Generator<T> {
    const start = after === undefined ? this.#records.length : (this.#places.get(after) ?? 0);
    for (let place = start - 1; place >= 0; place -= 1) {
      const record = this.#records[place];
      if (record) yield record;
    }
  }

  *oldestFirst(): Generator<T> {
    yield* this.#records;
  }
}
