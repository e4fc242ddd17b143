import type { LabReport } from './lab-report.js';

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

const spread = ({ p50, p95, max }: { readonly p50: number; readonly p95: number; readonly max: number }): string =>
  `${seconds(p50)} / ${seconds(p95)} / ${seconds(max)} (p50 / p95 / max)`;

const counts = (of: Readonly<Record<string, number>>): string =>
  Object.entries(of)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ') || 'none';

const signed = (value: number): string => `${value >= 0 ? '+' : '−'}${Math.abs(value).toFixed(2)}`;

/** The figures of a run as names and values, in the order in which they are read. */
export function figuresOf(report: LabReport): readonly (readonly [name: string, value: string])[] {
  const { orders, requests, faults, recoveryMs, memory, leftOpen, handedToOperator, quietAfterMs } = report;
  return [
    ['seed', String(report.seed)],
    ['run', `${report.minutes.toFixed(1)} minutes, ${report.instances} instances, lease ${seconds(report.leaseMs)}`],
    [
      'orders',
      `${orders.made} of ${orders.asked} that were asked for, ${orders.perSecond.toFixed(1)} a second; answered after ${spread(orders.answeredAfterMs)}`,
    ],
    [
      'requests',
      `${requests.asked}, of which ${requests.lost} were never answered; ${requests.decided} outcomes learned`,
    ],
    ['answers', counts(requests.statuses)],
    ['operator', counts(report.operatorActs)],
    [
      'faults',
      `${faults.injected} of ${faults.planned} planned, ${(faults.injected / report.minutes).toFixed(0)} a minute`,
    ],
    ['duplicates stopped', counts(report.stopped)],
    [
      'recovery',
      `${recoveryMs.kills} kills, ${recoveryMs.undecided} requests undecided then; decided after ${spread(recoveryMs)}; ` +
        `${recoveryMs.inDoubt} more in doubt about the provider`,
    ],
    [
      'memory',
      memory
        .map(
          ({ instance, minutes, fromMb, toMb, mbPerMinute }) =>
            `instance ${instance}: ${fromMb.toFixed(0)} to ${toMb.toFixed(0)} MB in ${minutes.toFixed(1)} minutes, ${signed(mbPerMinute)} MB/min`,
        )
        .join('; ') || 'no life was long enough to tell',
    ],
    [
      'for the operator',
      `${handedToOperator.inDoubt} flows in doubt, ${handedToOperator.quarantined} jobs quarantined, ${handedToOperator.dead} deliveries dead`,
    ],
    ['quiet', quietAfterMs === null ? 'never' : `after ${seconds(quietAfterMs)}`],
    [
      'left open',
      `${leftOpen.inDoubt} in doubt about the provider, ${leftOpen.needsAttention} before a person, ` +
        `${report.diedByThemselves} instances died by themselves`,
    ],
    ['checked', counts(report.checked)],
    ['violations', String(report.violations)],
  ];
}
