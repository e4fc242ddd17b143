import type { Tally } from './clients/tally.js';
import type { Quiet } from './readings/quiet.js';
import type { Finding } from './report/lab-report.js';

/** What no audit sees: answers that nothing explains, work that does not end, processes that do. */
export function ownFindings(
  { oddities, odd }: Pick<Tally, 'oddities' | 'odd'>,
  quiet: Quiet,
  lastWords: readonly string[],
): Finding[] {
  const found: Finding[] = oddities.map((oddity) => ({ rule: 'lab.odd-answer', ...oddity }));
  if (odd > oddities.length)
    found.push({ rule: 'lab.odd-answer', subject: 'others', detail: `${odd - oddities.length} more of them` });
  if ('notYet' in quiet)
    found.push({ rule: 'lab.never-quiet', subject: 'the service', detail: `still ${JSON.stringify(quiet)}` });
  for (const words of lastWords)
    found.push({ rule: 'lab.died', subject: 'an instance', detail: `ended by itself: ${words}` });
  return found;
}
