import type { ProblemMeanings } from '#shared/http/openapi/problem-meaning.js';

/** How acts of operators are refused. */
export const operationsProblems: ProblemMeanings = {
  nothing_to_retry: {
    status: 409,
    detail: 'Nothing of this saga waits for its time: its job is at work.',
    meaning: 'The saga has no waiting job: it is at work this moment, or over.',
    remedy: 'Read the saga; work that has lost its job gets one by itself within half a LEASE.',
    stored: true,
    retry: 'new-key',
  },
  saga_changed: {
    status: 409,
    detail: 'The saga has moved since you looked: it is at version 4, not 3. Look again and decide anew.',
    meaning: 'Something happened between the look at the saga and the act.',
    remedy: 'Read the saga again, and its `explain`; the act may not be needed any more.',
    stored: true,
    retry: 'new-key',
  },
  not_in_doubt: {
    status: 409,
    detail: 'There is nothing to find out: the payment is captured.',
    meaning: 'What became of the payment or the refund is known by now; somebody else was faster.',
    remedy: 'Read the saga; its facts say who told what.',
    stored: true,
    retry: 'never',
  },
  absence_not_proven: {
    status: 409,
    detail:
      'That it did not happen cannot be known yet: it was sent 20 s ago, and the books prove nothing for two minutes.',
    meaning: 'The attempt may still turn up in the provider’s books, or the provider has named it already.',
    remedy: 'Wait two minutes after the last attempt, read the books to the end, and say it with a new key.',
    stored: true,
    retry: 'new-key',
  },
  reference_taken: {
    status: 409,
    detail: 'pi_3TgXjZ belongs to another payment or refund of ours.',
    meaning: 'One payment at the provider cannot pay for two orders.',
    remedy: 'Look for the right reference: `GET /api/operations/sagas?reference=…` shows whose this one is.',
    stored: true,
    retry: 'never',
  },
  second_operator_needed: {
    status: 409,
    detail:
      'This is above OPERATOR_LIMIT. It is proposed; it is done when another operator asks for the same within 24 hours.',
    meaning: 'More money is at stake than one operator may decide about.',
    remedy: 'Have another operator send the same act with a key of its own; the reason may be another one.',
    stored: true,
    retry: 'operator',
  },
};
