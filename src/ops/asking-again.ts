import { Unheard, type Heard } from './heard.js';
import type { Surroundings } from './surroundings.js';

/** The first time and three more: an instance that restarts is back within that, and another one is there at once. */
const ATTEMPTS = 4;

/** The second after which a service without a word about it is asked again. */
const PAUSE_MS = 1_000;

/** What a full minute of the rate limit takes; whoever is told to wait longer is better off coming back. */
const LONGEST_PAUSE_MS = 60_000;

/** What was heard in the end. */
export interface Outcome {
  /** Undefined when no attempt was answered. */
  readonly heard?: Heard;
  /** Why the last attempt was not answered. */
  readonly reason?: string;
  /** An attempt was sent whose answer is lost: the service may have done what it was asked. */
  readonly mayBeDone: boolean;
}

const isForLater = ({ status }: Heard): boolean => status === 503 || status === 429;
/** A proxy that gave up on the service says nothing about what the service did (RFC 9110, 15.6.3 and 15.6.5). */
const isLost = ({ status }: Heard): boolean => status === 502 || status === 504;

/**
 * Sends the same request until it is answered, four times at most: after a lost answer, also one that a proxy has lost,
 * and after 503 or 429 when their Retry-After has passed. A request that changes something has to carry its key.
 */
export async function askAgain(
  send: () => Promise<Heard>,
  { say, pause }: Pick<Surroundings, 'say' | 'pause'>,
): Promise<Outcome> {
  let mayBeDone = false;
  for (let attempt = 1; ; attempt += 1) {
    const got = await send().catch(notUnheard);
    if (got instanceof Unheard) {
      const nobodyIsThere = !got.wasSent && !mayBeDone;
      mayBeDone ||= got.wasSent;
      if (nobodyIsThere || attempt === ATTEMPTS) return { reason: got.reason, mayBeDone };
      say(`No answer (${got.reason}); asking again.`);
      await pause(PAUSE_MS);
      continue;
    }
    const { status, retryAfterMs = PAUSE_MS } = got;
    mayBeDone ||= isLost(got);
    if (!(isForLater(got) || isLost(got)) || attempt === ATTEMPTS || retryAfterMs > LONGEST_PAUSE_MS)
      return { heard: got, mayBeDone };
    say(`Not now (${status}); asking again in ${Math.ceil(retryAfterMs / 1_000)} s.`);
    await pause(retryAfterMs);
  }
}

function notUnheard(error: unknown): Unheard {
  if (error instanceof Unheard) return error;
  throw error;
}
