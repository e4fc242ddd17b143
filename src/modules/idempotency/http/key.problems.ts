import type { Profile } from '../door-settings.js';
import type { ProblemMeanings } from '#shared/http/openapi/problem-meaning.js';

/** How a keyed route refuses a key. */
export const keyProblems: ProblemMeanings = {
  idempotency_key_missing: {
    status: 400,
    detail: 'This route needs an Idempotency-Key header: one key per intent.',
    meaning: 'The route changes something and has no `Idempotency-Key`. We never invent one.',
    remedy: 'Send a new UUID for every intent, and the same one whenever you repeat it.',
  },
  idempotency_key_invalid: {
    status: 400,
    detail: 'An Idempotency-Key is 1 to 255 visible ASCII characters, as they are or in double quotes.',
    meaning: 'The key is empty, too long, sent twice, a list, or has characters other than visible ASCII.',
    remedy: 'Send one key of 1 to 255 visible ASCII characters; a UUID is fine.',
  },
  idempotency_key_reused: {
    status: 409,
    detail:
      'This key was first used with another content. The instance shows what became of that; send this content with a new key.',
    meaning: 'The same key came before with another content.',
    remedy: 'Look at `instance` for what became of the first one; send another content with a new key.',
    retry: 'new-key',
  },
  idempotency_key_in_use: {
    status: 409,
    detail: 'The first request with this key is still being worked on.',
    meaning: 'The first request with this key is not decided yet, and this route refuses its repetitions until then.',
    remedy: 'Wait as long as `Retry-After` says and send the request again, with the same key.',
  },
  idempotency_key_expired: {
    status: 409,
    detail: 'What was done under this key is no longer remembered in detail; it is not done again.',
    meaning: 'The key was used so long ago that its answer is gone. It still never does the same thing twice.',
    remedy: 'Look for what it made in the lists; send a new intent with a new key.',
    retry: 'new-key',
  },
};

/** The same under a profile: `ietf` answers a reused key with the status of the draft (semantics 5). */
export const keyProblemsOf = (profile: Profile): ProblemMeanings =>
  profile === 'default'
    ? keyProblems
    : { ...keyProblems, idempotency_key_reused: { ...keyProblems['idempotency_key_reused']!, status: 422 } };
