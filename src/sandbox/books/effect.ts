import type { EventType, PaymentRecord, RefundRecord, ToldRecord, WireError } from './records.js';

/** Something that happened: to the object of an effect, or to what `shows` holds, an earlier state of it or a dispute. */
export interface Happening {
  readonly type: EventType;
  readonly shows?: ToldRecord;
}

/** What a decision changes and tells; nothing of it is true before it is recorded. */
export interface Effect {
  readonly payment?: PaymentRecord;
  readonly refund?: RefundRecord;
  readonly happened: readonly Happening[];
  /** What the caller hears; absent where time alone caused the change. `showsObject`: the refund, else the payment. */
  readonly reply?: { readonly status: number; readonly error?: WireError; readonly showsObject: boolean };
}
