import type { Books } from '../books/books.js';
import type { FaultMatch } from './armed-fault.js';
import type { Fault } from './fault.js';

/** What a fault can be matched against. */
export interface Occasion {
  readonly method: string;
  readonly path: string;
  readonly paymentMethod: string | null;
}

/** The armed faults, the oldest first. */
export class FaultBoard {
  #lastId: number;

  constructor(private readonly books: Books) {
    this.#lastId = Math.max(0, ...books.faults.keys());
  }

  arm(match: FaultMatch, fault: Fault, times: number) {
    const armed = { id: ++this.#lastId, match, fault, times };
    this.books.write({ armed });
    return armed;
  }

  list() {
    return [...this.books.faults.values()];
  }

  clear(): number {
    const count = this.books.faults.size;
    this.books.write({ disarmed: true });
    return count;
  }

  /** The oldest armed fault of a group that fits the occasion; it has then acted once. */
  take<T extends Fault>(occasion: Occasion, ofGroup: (fault: Fault) => fault is T): T | undefined {
    for (const { id, match, fault } of this.books.faults.values()) {
      if (!ofGroup(fault) || !fits(match, occasion)) continue;
      this.books.write({ met: id });
      return fault;
    }
    return undefined;
  }
}

const fits = (match: FaultMatch, occasion: Occasion): boolean =>
  match.method === occasion.method &&
  occasion.path.startsWith(match.path) &&
  (match.paymentMethod === undefined || match.paymentMethod === occasion.paymentMethod);
