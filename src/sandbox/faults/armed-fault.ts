import type { Fault } from './fault.js';

/** Which requests a fault waits for: method, path prefix, and the payment's method where given. */
export interface FaultMatch {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly paymentMethod?: string;
}

/** A fault that waits for its next `times` matching requests. */
export interface ArmedFault {
  readonly id: number;
  readonly match: FaultMatch;
  readonly fault: Fault;
  readonly times: number;
}
