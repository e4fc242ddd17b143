import type { EventType, MoneyRecord, PaymentRecord, RefundRecord, WireError } from './records.js';

/** Something that happened to the object of an effect, or to an earlier state of it that `shows` holds. */
export interface Happening {
  readonly type: EventType;
  readonly shows?: MoneyRecord;
}

/** What a decision changes and tells; nothing of it is true before it is recorded. */
export interface Effect {
  readonly payment?: PaymentRecord;
  readonly refund?: RefundRecord;
  readonly happened: readonly Happening[];
  /** What the caller hears; absent where time alone caused the change. `showsObject`: the refund, else the payment. */
  readonly reply?: { readonly status: number; readonly error?: WireError; readonly showsObject: boolean };
}
