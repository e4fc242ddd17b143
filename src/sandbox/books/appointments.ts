import type { MoneyRecord } from './records.js';

/** Wakes up when a pending payment or refund is due; kept again from the books at every start, so none is lost. */
export class Appointments {
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #closed = false;

  constructor(private readonly onDue: (id: string) => void) {}

  /** Replaces what was agreed about this record before. */
  keep({ id, outcome }: MoneyRecord): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
    if (!outcome || this.#closed) return;
    const timer = setTimeout(
      () => {
        this.#timers.delete(id);
        this.onDue(id);
      },
      Math.max(0, outcome.dueAt - Date.now()),
    );
    this.#timers.set(id, timer);
  }

  close(): void {
    this.#closed = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }
}
