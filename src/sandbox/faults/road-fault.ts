import type { FaultBoard, Occasion } from './fault.board.js';
import { type RoadFault, isRoadFault } from './fault.js';
import { faultOfMethod } from './method-fault.js';

/** What decides whether the road fault that a payment method names acts now. */
export interface Attempt {
  readonly makesPayment: boolean;
  readonly firstOfKey: boolean;
  /** The key has its answer already. */
  readonly finished: boolean;
}

/** The fault that this request meets on its way: an armed one, else the one its payment method names. */
export function roadFaultOf(board: FaultBoard, occasion: Occasion, attempt: Attempt): RoadFault | undefined {
  const armed = board.take(occasion, isRoadFault);
  if (armed) return armed;
  const named = attempt.makesPayment ? faultOfMethod(occasion.paymentMethod) : undefined;
  if (!named || !isRoadFault(named)) return undefined;
  const acts = named.kind === 'delay' ? !attempt.finished : attempt.firstOfKey;
  return acts ? named : undefined;
}
