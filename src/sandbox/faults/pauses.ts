/** Waiting that ends at once, with an error, when the sandbox closes: nothing is done after the books are shut. */
export class Pauses {
  readonly #waiting = new Map<NodeJS.Timeout, (reason: Error) => void>();

  wait(ms: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(timer);
        resolve();
      }, ms);
      this.#waiting.set(timer, reject);
    });
  }

  close(): void {
    for (const [timer, reject] of this.#waiting) {
      clearTimeout(timer);
      reject(new Error('The sandbox is closing.'));
    }
    this.#waiting.clear();
  }
}
