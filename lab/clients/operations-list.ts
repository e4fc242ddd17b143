import type { FrontDoor } from './front-door.js';
import { isPutOff } from './request.js';
import type { Chance } from '../plan/chance.js';
import { setTimeout as pause } from 'node:timers/promises';

const BEFORE_REPEATING_MS = 200;

/** An entry of a list of the operations, as far as an operator acts on it. */
export interface Listed {
  readonly id: string;
  readonly orderId?: string;
  readonly step?: string;
  readonly version?: number;
}

/**
 * A list of the operations. Empty also when nobody has told it within `patienceMs`, which is odd when there was any
 * patience; an answer that does not put off is odd at once.
 */
export async function operationsList(
  door: FrontDoor,
  path: string,
  by: Chance,
  patienceMs = 0,
): Promise<readonly Listed[]> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const answer = await door.get('operator', `/api/operations/${path}`, by);
    if (answer?.status === 200) return answer.body['items'] as Listed[];
    const mayComeYet = answer === undefined || isPutOff(answer);
    const isTooLate = performance.now() >= deadline;
    if (!mayComeYet || (isTooLate && patienceMs > 0)) {
      const last = answer ? `${answer.status}: ${answer.text.slice(0, 300)}` : 'nothing';
      door.tally.wasOdd({ subject: `/api/operations/${path}`, detail: `was not told; the last answer was ${last}` });
    }
    if (!mayComeYet || isTooLate) return [];
    await pause(BEFORE_REPEATING_MS);
  }
}
