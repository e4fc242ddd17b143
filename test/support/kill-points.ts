import { gist, type RecordedJourney } from './recorded-journey.js';
import type { Fleet, Member } from './fleet.js';
import { requestKind } from './provider-road.js';
import type { Moment, RoadTransaction } from './statement-guard.js';
import { isOfRelay, isOfUnit } from './statement-road.js';
import type { Verdict } from './watched-road.js';

/** At a statement of a commit; both are counted from 0. */
export interface CommitPoint {
  readonly commit: number;
  readonly nth: number;
  readonly moment: Moment;
  readonly what: string;
}

/** Where something happens: in a commit, or at a request to the provider. */
export type KillPoint = CommitPoint | { readonly request: string; readonly moment: Moment };

export const told = (point: KillPoint): string =>
  'request' in point
    ? `${point.moment} ${point.request}`
    : `${point.moment} statement ${point.nth} of commit ${point.commit}: ${point.what}`;

const MOMENTS = ['before', 'after'] as const;

/** Before and after every statement of one commit. Nothing of it is kept but at the last, after COMMIT. */
export const pointsOf = ({ commits }: RecordedJourney, commit: number): CommitPoint[] =>
  (commits[commit] ?? []).flatMap((statement, nth) =>
    MOMENTS.map((moment) => ({ commit, nth, moment, what: gist(statement) })),
  );

/**
 * Every point of a journey at which a kill leaves something else: before each statement, and after the last of a commit
 * (after any other one is before the next: whoever is dead does not know whether he has heard the answer); before and
 * after each request.
 */
export const killPointsOf = (journey: RecordedJourney): KillPoint[] => [
  ...journey.commits.flatMap((_, commit) =>
    pointsOf(journey, commit).filter(({ moment }, index, all) => moment === 'before' || index === all.length - 1),
  ),
  ...journey.requests.flatMap((request) => MOMENTS.map((moment) => ({ request, moment }))),
];

/** Whether the first commit of a journey, which holds its key, is there when this has happened. */
export const keepsTheKey = (point: KillPoint): boolean =>
  'request' in point || point.commit > 0 || (point.moment === 'after' && point.what === 'COMMIT');

/** Who came to the point, and when (`performance.now()`). */
export interface Met {
  readonly member: Member;
  readonly at: number;
}

/**
 * Does something to whoever of the fleet comes to this point first, once; what travels then is judged by it. Commits are
 * counted from now on, and until then messages wait, so that only the journey commits.
 */
export function meetAt(
  fleet: Fleet,
  point: KillPoint,
  act: (member: Member) => Verdict | Promise<Verdict>,
): { met?: Met } {
  const meeting: { met?: Met } = {};
  const { promise: metAlready, resolve } = Promise.withResolvers<Verdict>();
  const meet = (member: Member): Verdict | Promise<Verdict> => {
    meeting.met = { member, at: performance.now() };
    resolve('pass');
    return act(member);
  };
  const commits: RoadTransaction[] = [];
  fleet.watch((member) => ({
    statements(statement, moment) {
      if ('request' in point || meeting.met) return 'pass';
      if (isOfRelay(statement)) return metAlready;
      if (!isOfUnit(statement)) return 'pass';
      const transaction = statement.transaction!;
      // Counted at its first words: the last answer of an earlier one may still be on the road.
      if (statement.nth === 0 && moment === 'before') commits.push(transaction);
      const commit = commits.indexOf(transaction);
      return commit === point.commit && statement.nth === point.nth && moment === point.moment ? meet(member) : 'pass';
    },
    requests: (request, moment) =>
      'request' in point && requestKind(request) === point.request && moment === point.moment && !meeting.met
        ? meet(member)
        : 'pass',
  }));
  return meeting;
}

/** SIGKILL, sent at once; what travels at that moment is lost with the process. */
export const kill = ({ service }: Member): Verdict => {
  void service.kill();
  return 'cut';
};
