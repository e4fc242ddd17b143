import type { Books } from '../books/books.js';
import type { Effect } from '../books/effect.js';
import type { Cause } from '../books/records.js';
import type { BankFault } from '../faults/fault.js';
import type { Params } from '../wire/params.js';

/** What a decision may depend on besides the request and the books. */
export interface Circumstances {
  readonly now: number;
  readonly cause: Cause;
  readonly fault?: BankFault;
}

/** One POST of the provider: how it is read, and what it decides. */
export interface Operation<Request> {
  readonly path: string;
  /** Whether a fault of the road that the payment method names acts on it. */
  readonly makesPayment: boolean;
  /** The faults of the bank that can change what it decides. */
  readonly shapedBy: readonly BankFault['kind'][];
  /** The method of the payment it is about, for matching faults; null when there is none. */
  paymentMethodOf(params: Params, books: Books): string | null;
  /** Throws a WireRefusal about the parameters alone; the key stays free. */
  read(params: Params): Request;
  /** Throws a WireRefusal about the state of the books; that answer is remembered under the key. */
  decide(request: Request, books: Books, circumstances: Circumstances): Effect;
}
