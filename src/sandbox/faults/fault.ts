/** Faults of the road: they act on any request, also on one that only repeats a finished key, and on reads. */
export type RoadFault =
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'drop-after-effect' }
  | { readonly kind: 'kill-after-effect' }
  | { readonly kind: 'fail-before'; readonly status: 500 | 503 | 429 }
  | { readonly kind: 'in-use-409' };

/** Faults of the bank: they shape what a new payment or refund becomes. */
export type BankFault =
  | { readonly kind: 'stored-500'; readonly effect: boolean }
  | { readonly kind: 'async-outcome'; readonly result: 'succeeded' | 'failed'; readonly ms: number }
  | { readonly kind: 'requires-action' }
  | { readonly kind: 'refund-pending'; readonly result: 'succeeded' | 'failed'; readonly ms: number }
  | { readonly kind: 'refund-fails-later'; readonly ms: number };

/** Faults of the messenger: they shape how the events of a change are delivered. */
export type WebhookFault =
  | { readonly kind: 'webhook-first' }
  | { readonly kind: 'webhook-twice' }
  | { readonly kind: 'webhook-reordered' }
  | { readonly kind: 'webhook-late'; readonly ms: number }
  | { readonly kind: 'webhook-never' };

/**
 * The ways in which the sandbox misbehaves on request.
 *
 * `delay` waits before anything is done: the key is running meanwhile (409), and the effect comes even when the caller
 * has hung up. `drop-after-effect` does everything and closes the connection without an answer; `kill-after-effect`
 * first has the service killed beside which the sandbox runs. `fail-before` and `in-use-409` answer at once; nothing is
 * done or remembered. `stored-500` answers 500 and remembers that, with or without the effect. `async-outcome` answers
 * `processing` and settles later; `requires-action` waits for `complete-action`. `refund-pending` settles a refund later;
 * `refund-fails-later` takes a succeeded one back. `webhook-first` delivers before the answer leaves; `webhook-twice`
 * delivers each event twice; `webhook-reordered` tells a state in between as well and delivers the newest first;
 * `webhook-late` waits; `webhook-never` only records. A waiting time is in milliseconds.
 *
 * **Armed by a control call**, a fault acts on the next `times` requests that match, the oldest fault first; at most
 * one of the road, one of the bank and one of the messenger on a request. Road faults also meet repeats and reads; the
 * others wait for a request that makes a new payment or refund.
 *
 * **By payment method** (`pm_sandbox_<kind>`, then `_<number>` and `_succeeded|_failed` where the kind takes them) a
 * fault belongs to the payment, and an armed fault of the same group takes its place:
 * - `drop-after-effect`, `fail-before`, `in-use-409` act on the first request that carries a key, so that sending the
 *   same key again finds the truth; `delay` acts while the payment is being made, so a repeat is answered at once;
 * - `stored-500`, `async-outcome`, `requires-action` decide what the payment becomes;
 * - `refund-…` decide what each refund of that payment becomes;
 * - `webhook-…` hold for every event about that payment and its refunds;
 * - `kill-after-effect` is named by none: whoever pays chooses the method.
 */
export type Fault = RoadFault | BankFault | WebhookFault;

const ROAD: readonly Fault['kind'][] = ['delay', 'drop-after-effect', 'kill-after-effect', 'fail-before', 'in-use-409'];

export const isRoadFault = (fault: Fault): fault is RoadFault => ROAD.includes(fault.kind);
export const isWebhookFault = (fault: Fault): fault is WebhookFault => fault.kind.startsWith('webhook-');
export const isBankFault = (fault: Fault): fault is BankFault => !isRoadFault(fault) && !isWebhookFault(fault);
