import type { FrontDoor } from './front-door.js';
import { type Answer, isDecided, type KeyedRequest } from './request.js';
import type { Chance } from '../plan/chance.js';
import { setTimeout as pause } from 'node:timers/promises';

/** A second of `Retry-After`, and the longest of them: ten times as fast as asked for, so that a minute shows as much as ten. */
const SECOND_MS = 100;
const LONGEST_MS = 1_000;
/** Whoever is told to come back in an hour waits for a person. */
const AN_HOUR_S = 3_600;
/** Doubled with every try that came to nothing, and shortened by chance, so that clients do not come back all at once. */
const FIRST_PAUSE_MS = 50;

/**
 * Asks as the documents tell a client to (docs/idempotency.md): the same request with the same key after a lost
 * connection, a 5xx, a 429 or while the key is in use, the poll URL after a 202. The final answer, or undefined when
 * there was none within `patienceMs`, or a person has to look.
 */
export async function untilDecided(
  door: FrontDoor,
  request: KeyedRequest,
  by: Chance,
  patienceMs: number,
): Promise<Answer | undefined> {
  const deadline = performance.now() + patienceMs;
  let pollUrl: string | undefined;
  let backOff = FIRST_PAUSE_MS;
  while (performance.now() < deadline) {
    const answer = pollUrl === undefined ? await door.send(request, by) : await door.poll(request, pollUrl, by);
    if (answer?.status === 202) {
      if ((answer.retryAfter ?? 0) >= AN_HOUR_S) return undefined;
      pollUrl = String(answer.body['pollUrl']);
      backOff = FIRST_PAUSE_MS;
    } else if (answer && isDecided(answer)) return answer;
    await pause(answer?.retryAfter === undefined ? by.share() * backOff : asTold(answer.retryAfter));
    backOff = Math.min(2 * backOff, LONGEST_MS);
  }
  return undefined;
}

const asTold = (seconds: number): number => Math.min(seconds * SECOND_MS, LONGEST_MS);
