import type { LabReport } from './lab-report.js';
import type { Reconciled } from '../stack/reconciliation.js';

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

const spread = ({ p50, p95, max }: { readonly p50: number; readonly p95: number; readonly max: number }): string =>
  `${seconds(p50)} / ${seconds(p95)} / ${seconds(max)} (p50 / p95 / max)`;

const counts = (of: Readonly<Record<string, number>>): string =>
  Object.entries(of)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ') || 'none';

const quiet = (afterMs: number | null): string => (afterMs === null ? 'never' : `after ${seconds(afterMs)}`);

const compared = (reconciled: Reconciled): string =>
  'complaint' in reconciled
    ? 'the books could not be compared'
    : `${reconciled.told} events told, ${reconciled.missed} of them let in then; ${reconciled.open} differences left`;

const signed = (value: number): string => `${value >= 0 ? '+' : '−'}${Math.abs(value).toFixed(2)}`;

/** The figures of a run as names and values, in the order in which they are read. */
export function figuresOf(report: LabReport): readonly (readonly [name: string, value: string])[] {
  const { orders, requests, webhooks, faults, recoveryMs, memory, mostMemoryMb, leftOpen, handedToOperator } = report;
  return [
    ['seed', String(report.seed)],
    ['run', `${report.minutes.toFixed(1)} minutes, ${report.instances} instances, lease ${seconds(report.leaseMs)}`],
    [
      'orders',
      `${orders.made} of ${orders.asked} that were asked for, ${orders.perSecond.toFixed(1)} a second; answered after ${spread(orders.answeredAfterMs)}`,
    ],
    [
      'requests',
      `${requests.asked}, of which ${requests.lost} were never answered; ${requests.decided} outcomes learned, ` +
        `${requests.gaveUp} times a client went away without one`,
    ],
    ['answers', counts(requests.statuses)],
    ['ended with a problem', counts(report.problems)],
    [
      'webhooks',
      `answered: ${counts(webhooks.statuses)}; ${webhooks.unanswered} deliveries met nobody, ${webhooks.givenUp} letters given up`,
    ],
    ['operator', counts(report.operatorActs)],
    [
      'faults',
      `${faults.injected} of ${faults.planned} planned, ${(faults.injected / report.minutes).toFixed(0)} a minute`,
    ],
    ['duplicates stopped', counts(report.stopped)],
    [
      'recovery',
      `${recoveryMs.kills} kills, ${recoveryMs.undecided} requests undecided then; decided after ${spread(recoveryMs)}; ` +
        `${recoveryMs.inDoubt} more in doubt about the provider, ${recoveryMs.neverDecided} undecided to the end`,
    ],
    [
      'slowest recoveries',
      recoveryMs.slowest
        .map(({ operation, sagaId, ms }) => `${seconds(ms)} ${operation} (flow ${sagaId})`)
        .join('; ') || 'none',
    ],
    [
      'memory',
      memory
        .map(
          ({ instance, minutes, fromMb, toMb, mbPerMinute }) =>
            `instance ${instance}: ${fromMb.toFixed(0)} to ${toMb.toFixed(0)} MB in ${minutes.toFixed(1)} minutes, ${signed(mbPerMinute)} MB/min`,
        )
        .join('; ') || 'no life was long enough to tell a slope',
    ],
    ['most memory', mostMemoryMb === undefined ? 'not told by this machine' : `${mostMemoryMb.toFixed(0)} MB`],
    ['quiet by itself', quiet(report.quietByItselfAfterMs)],
    ['reconciliation', compared(report.reconciled)],
    [
      'for the operator',
      `${handedToOperator.inDoubt} flows in doubt, ${handedToOperator.quarantined} jobs quarantined, ${handedToOperator.dead} deliveries dead`,
    ],
    ['quiet', quiet(report.quietAfterMs)],
    [
      'left open',
      `${leftOpen.inDoubt} in doubt about the provider, ${leftOpen.needsAttention} before a person, ` +
        `${leftOpen.parked} notices parked, ${leftOpen.quarantined} quarantined`,
    ],
    ['instances', `${report.startsThatFailed} starts that failed, ${report.diedByThemselves} deaths by themselves`],
    ['checked', counts(report.checked)],
    ['violations', String(report.violations)],
  ];
}
