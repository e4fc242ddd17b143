import type { KeyedRequest } from './clients/request.js';
import type { Tally } from './clients/tally.js';
import type { Quiet } from './readings/quiet.js';
import type { Finding } from './report/lab-report.js';
import type { PostRecord } from './stack/post-record.js';
import type { Reconciled } from './stack/reconciliation.js';

/** What a run has left, beside the rows that the audit looks at. */
export interface LeftBehind {
  readonly tally: Pick<Tally, 'oddities' | 'odd'>;
  readonly rest: {
    readonly reconciled: Reconciled;
    readonly first: Quiet;
    readonly last: Quiet;
    readonly unanswered: readonly KeyedRequest[];
  };
  readonly post: Pick<PostRecord, 'odd' | 'wasUsed' | 'taken' | 'givenUpInPeace'>;
  readonly lastWords: readonly string[];
  readonly shown: Shown;
}

/** How much a run has shown: orders confirmed, faults that have happened, rows that the audit has looked at. */
export interface Shown {
  readonly confirmed: number;
  readonly injected: number;
  readonly checked: number;
}

const NOTHING: Readonly<Record<keyof Shown, string>> = {
  confirmed: 'no order was confirmed',
  injected: 'no fault has happened',
  checked: 'the audit had nothing to look at',
};

/**
 * What no audit sees: answers that nothing explains, or that never came, work that does not end, processes that do, and
 * a run in which all is well because nothing was.
 */
export function ownFindings({ tally, rest, post, lastWords, shown }: LeftBehind): Finding[] {
  return [
    ...oddAnswers(tally),
    ...ofThePost(post),
    ...neverCompared(rest.reconciled),
    ...neverQuiet(rest.first, 'before everybody asked once more'),
    ...neverQuiet(rest.last, 'in the end'),
    ...rest.unanswered.map(({ path, key }) => ({
      rule: 'lab.never-answered',
      subject: `${path} ${key}`,
      detail: 'got no answer when nothing was broken any more, although no flow of it goes on',
    })),
    ...lastWords.map((words) => ({
      rule: 'lab.died',
      subject: 'an instance',
      detail: `ended by itself: ${words}`,
    })),
    ...(Object.keys(NOTHING) as (keyof Shown)[])
      .filter((what) => shown[what] === 0)
      .map((what) => ({ rule: 'lab.nothing-shown', subject: 'the run', detail: NOTHING[what] })),
  ];
}

function oddAnswers({ oddities, odd }: LeftBehind['tally']): Finding[] {
  const found: Finding[] = oddities.map((oddity) => ({ rule: 'lab.odd-answer', ...oddity }));
  const more = odd - oddities.length;
  return more === 0 ? found : [...found, { rule: 'lab.odd-answer', subject: 'others', detail: `${more} more of them` }];
}

function ofThePost({ odd, wasUsed, taken, givenUpInPeace }: LeftBehind['post']): Finding[] {
  const subject = '/api/webhooks/stripe';
  const found = odd.map(({ status, count, words }) => ({
    rule: 'lab.odd-answer',
    subject,
    detail: `answered ${status} to ${count} deliveries, the first of them: ${words.slice(0, 300)}`,
  }));
  if (wasUsed && taken === 0)
    found.push({ rule: 'lab.nothing-shown', subject: 'the run', detail: 'no webhook was taken' });
  if (givenUpInPeace > 0) {
    const detail = `took ${givenUpInPeace} webhooks in none of their attempts when nothing was broken any more`;
    found.push({ rule: 'lab.never-taken', subject, detail });
  }
  return found;
}

const neverCompared = (reconciled: Reconciled): Finding[] =>
  'complaint' in reconciled
    ? [{ rule: 'lab.never-compared', subject: 'npm run reconcile', detail: reconciled.complaint }]
    : [];

const neverQuiet = (quiet: Quiet, when: string): Finding[] =>
  'notYet' in quiet
    ? [{ rule: 'lab.never-quiet', subject: 'the service', detail: `still ${when}: ${JSON.stringify(quiet)}` }]
    : [];
