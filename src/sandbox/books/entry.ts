import type { ArmedFault } from '../faults/armed-fault.js';
import type { Cause, EventType, PaymentRecord, RefundRecord, ToldRecord, WireError } from './records.js';

/** An event as it is written: about the entry's refund or payment, unless it shows an earlier state of it or a dispute. */
interface EventNote {
  readonly id: string;
  readonly type: EventType;
  readonly createdAt: number;
  readonly cause: Cause | null;
  readonly due?: number;
  readonly shows?: ToldRecord;
}

/** An answer as it is written: about the entry's refund or payment when `showsObject`. */
interface AnswerNote {
  readonly key: string;
  readonly fingerprint: string;
  readonly status: number;
  readonly error?: WireError;
  readonly showsObject: boolean;
}

/**
 * One change of the books. What belongs together stands in one entry (the charge, its event and the answer under its
 * key), so a kill leaves all of it or none. Records are whole states, so reading an entry is setting, never adding.
 */
export interface Entry {
  readonly payment?: PaymentRecord;
  readonly refund?: RefundRecord;
  readonly events?: readonly EventNote[];
  readonly answer?: AnswerNote;
  /** A request arrived that carried this idempotency key. */
  readonly asked?: string;
  readonly armed?: ArmedFault;
  /** The armed fault with this id acted once. */
  readonly met?: number;
  readonly disarmed?: true;
  /** A webhook request for this event was sent; `last` when no other will follow on its own. */
  readonly delivered?: { readonly event: string; readonly last: boolean };
  readonly keysForgotten?: true;
}
