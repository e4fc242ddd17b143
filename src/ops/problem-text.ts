import { wrapped } from './readable.js';
import type { ProblemDocument } from './refused.error.js';

/** What the service's advice about keys means for whoever typed the command. */
const WHAT_TO_DO: Readonly<Record<string, string>> = {
  'same-key': 'correct the command and send it again.',
  'new-key': 'look again and decide anew; what is sent then has to have a new key, as it has by itself.',
  never: 'nothing; it will be refused however often it is sent.',
  operator: 'another operator has to act.',
};

/** A refusal in words: what it is called, why, and what to do about it. */
export function problemLines(problem: ProblemDocument, serviceUrl: string): string[] {
  const { title, status, code, detail, errors = [], retry } = problem;
  const advice = retry === undefined ? undefined : WHAT_TO_DO[retry];
  return [
    `Refused: ${title} (${status} ${code})`,
    ...wrapped(detail, '  '),
    ...errors.flatMap((error) => wrapped(`${error.pointer}: ${error.detail}`, '  ')),
    ...(advice ? [`  What to do: ${advice}`] : []),
    `  More about it: ${serviceUrl}/docs/problems#${code}`,
  ];
}
