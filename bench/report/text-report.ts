import type { Figure } from './figures.ts';
import type { RunReport } from './run-report.ts';
import type { Verdict } from './verdicts.ts';

const number = (value: number | undefined, digits: number): string =>
  value === undefined ? '–' : value.toFixed(digits);

const COLUMNS: readonly (readonly [string, (figure: Figure) => string])[] = [
  ['', ({ name }) => name],
  ['per s', ({ perSecond }) => number(perSecond, 0)],
  ['p50 ms', ({ p50 }) => number(p50, 1)],
  ['p95 ms', ({ p95 }) => number(p95, 1)],
  ['p99 ms', ({ p99 }) => number(p99, 1)],
  ['CPU ms', ({ cpuMs }) => number(cpuMs.system, 3)],
  ['database', ({ cpuMs }) => number(cpuMs.database, 3)],
  ['provider', ({ cpuMs }) => number(cpuMs.provider, 3)],
  ['load', ({ cpuMs }) => number(cpuMs.load, 3)],
  ['peak MB', ({ peakMemoryMb }) => number(peakMemoryMb, 0)],
  ['commits', ({ commits }) => number(commits, 3)],
  ['WAL bytes', ({ walBytes }) => number(walBytes, 0)],
];

/** One line per bar. */
export const barLines = (verdicts: readonly Verdict[]): string =>
  verdicts
    .map(({ name, value, unit, atLeast, atMost, pass }) => {
      const limit =
        atLeast === undefined ? `at most ${number(atMost, unit === 'ratio' ? 2 : 0)}` : `at least ${atLeast}`;
      const verdict = pass === null ? 'not measured' : pass ? 'passes' : 'FAILS';
      return `${verdict.padEnd(12)}  ${name.padEnd(20)} ${number(value ?? undefined, 2).padStart(8)} ${unit.padEnd(5)}  ${limit}`;
    })
    .join('\n');

/** The medians as a table, and the bars below it. */
export function textReport({ machine, clients, rounds, windowSeconds, commitMs, figures, bars }: RunReport): string {
  const table = [COLUMNS.map(([title]) => title), ...figures.map((figure) => COLUMNS.map(([, cell]) => cell(figure)))];
  const widths = COLUMNS.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  const lines = table.map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('  '),
  );
  const how =
    `${machine.cores} × ${machine.cpu}, ${machine.memoryGb} GB, Node ${machine.node}, PostgreSQL ${machine.postgres}; ` +
    `${clients} clients, medians of ${rounds} rounds of ${windowSeconds} s; one commit takes ${commitMs.toFixed(1)} ms. ` +
    'CPU, commits and WAL are per answer.';
  return `${how}\n\n${lines.join('\n')}\n\n${barLines(bars)}\n`;
}
