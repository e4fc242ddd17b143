import { type Commits, gist } from './commit-recorder.js';
import type { Fleet, Member } from './fleet.js';
import type { Moment, RoadTransaction } from './statement-guard.js';
import { ANONYMOUS, delivers, isOfUnit } from './statement-road.js';
import type { Verdict } from './watched-road.js';

/** Where something happens: at a statement of a commit (both counted from 0), or at a request to the provider. */
export type KillPoint =
  | { readonly commit: number; readonly nth: number; readonly moment: Moment; readonly what: string }
  | { readonly request: string; readonly moment: Moment };

export const told = (point: KillPoint): string =>
  'request' in point
    ? `${point.moment} ${point.request}`
    : `${point.moment} statement ${point.nth} of commit ${point.commit}: ${point.what}`;

/** Before and after every statement of one commit. Nothing of it is kept but at the last, after COMMIT. */
export const pointsOf = (commits: Commits, commit: number): KillPoint[] =>
  (commits[commit] ?? []).flatMap((statement, nth) =>
    (['before', 'after'] as const).map((moment) => ({ commit, nth, moment, what: gist(statement) })),
  );

/** Whether the first commit of a journey, which holds its key, is there when this has happened. */
export const keepsTheKey = (point: KillPoint): boolean =>
  'request' in point || point.commit > 0 || (point.moment === 'after' && point.what === 'COMMIT');

/** Who came to the point, and when (`performance.now()`). */
export interface Met {
  readonly member: Member;
  readonly at: number;
}

/** Numbers the commits of a journey as they show themselves; what has not done so yet is taken for the next one. */
class CommitCount {
  private readonly known: RoadTransaction[] = [];

  /** Undefined for the delivery of a message, which is no part of a journey. */
  of(transaction: RoadTransaction): number | undefined {
    if (delivers(transaction)) return undefined;
    if (transaction.statements.length <= ANONYMOUS) return this.known.length;
    if (!this.known.includes(transaction)) this.known.push(transaction);
    return this.known.indexOf(transaction);
  }
}

/**
 * Does something to whoever of the fleet comes to this point first, once; what travels then is judged by it. Commits are
 * counted from now on.
 */
export function meetAt(
  fleet: Fleet,
  point: KillPoint,
  act: (member: Member) => Verdict | Promise<Verdict>,
): { met?: Met } {
  const meeting: { met?: Met } = {};
  const meet = (member: Member): Verdict | Promise<Verdict> => {
    meeting.met = { member, at: performance.now() };
    return act(member);
  };
  const commits = new CommitCount();
  fleet.watch((member) => ({
    statements(statement, moment) {
      if ('request' in point || !isOfUnit(statement)) return 'pass';
      const transaction = statement.transaction!;
      const [commit, nth] = [commits.of(transaction), transaction.statements.length - 1];
      const isHere = commit === point.commit && nth === point.nth && moment === point.moment;
      return isHere && !meeting.met ? meet(member) : 'pass';
    },
    requests: (request, moment) =>
      'request' in point && request === point.request && moment === point.moment && !meeting.met
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
