import type { Figure } from './figures.ts';
import { type Column, markdownTable } from './markdown-table.ts';
import type { RunReport } from './run-report.ts';
import type { Verdict } from './verdicts.ts';
import type { Soak } from '../plan/soak-growth.ts';

const number = (value: number | null | undefined, digits: number): string => value?.toFixed(digits) ?? '–';

const FIGURES: readonly (Column & { readonly cell: (figure: Figure) => string })[] = [
  { heading: 'Name', cell: ({ name }) => `\`${name}\`` },
  { heading: 'What', cell: ({ title }) => title },
  { heading: 'runs', numbers: true, cell: ({ runs }) => String(runs.length) },
  { heading: 'per s', numbers: true, cell: ({ perSecond }) => number(perSecond, 0) },
  { heading: 'p50 ms', numbers: true, cell: (figure) => number(figure.p50, 1) },
  { heading: 'p95 ms', numbers: true, cell: (figure) => number(figure.p95, 1) },
  { heading: 'p99 ms', numbers: true, cell: (figure) => number(figure.p99, 1) },
  { heading: 'CPU ms', numbers: true, cell: ({ cpuMs }) => number(cpuMs.system, 2) },
  { heading: 'database ms', numbers: true, cell: ({ cpuMs }) => number(cpuMs.database, 2) },
  { heading: 'peak MB', numbers: true, cell: ({ peakMemoryMb }) => number(peakMemoryMb, 0) },
  { heading: 'commits', numbers: true, cell: ({ commits }) => number(commits, 2) },
  { heading: 'WAL bytes', numbers: true, cell: ({ walBytes }) => number(walBytes, 0) },
];

const PASS = new Map<boolean | null, string>([
  [true, 'passes'],
  [false, '**fails**'],
  [null, 'not measured'],
]);

const BARS: readonly (Column & { readonly cell: (verdict: Verdict) => string })[] = [
  { heading: 'Bar', cell: ({ name }) => `\`${name}\`` },
  { heading: 'measured', numbers: true, cell: ({ value }) => number(value, 2) },
  {
    heading: 'must be',
    cell: ({ atLeast, atMost, unit }) =>
      `${atLeast === undefined ? `at most ${number(atMost, unit === 'ratio' ? 2 : 0)}` : `at least ${atLeast}`}${unit === 'ratio' ? '' : ` ${unit}`}`,
  },
  { heading: 'Verdict', cell: ({ pass }) => PASS.get(pass)! },
];

/** The bars as a table. */
export const barsTable = (bars: readonly Verdict[]): string =>
  markdownTable(
    BARS,
    bars.map((bar) => BARS.map(({ cell }) => cell(bar))),
  );

/** What a document keeps of a run: where and how, the bars, the figures. */
export function markdownReport({ machine, measuredAt, figures, bars, ...how }: RunReport): string {
  const { cores, cpu, memoryGb, node, postgres, platform } = machine;
  return [
    `${measuredAt.slice(0, 10)}, ${cores} × ${cpu}, ${memoryGb} GB, ${platform}, Node ${node}, PostgreSQL ${postgres}. ` +
      `${how.clients} clients, medians of as many runs as the table says, ${how.windowSeconds} s each; one commit takes ${how.commitMs.toFixed(1)} ms. CPU, commits and WAL are per answer.`,
    barsTable(bars),
    markdownTable(
      FIGURES,
      figures.map((figure) => FIGURES.map(({ cell }) => cell(figure))),
    ),
  ].join('\n\n');
}

/** What is kept of a soak. */
export interface SoakReport extends Soak {
  readonly bars: readonly Verdict[];
}

/** The same for a soak. */
export const markdownSoak = ({ machine, measuredAt, minutes, rate, bars }: SoakReport): string =>
  `${measuredAt.slice(0, 10)}, ${machine.cores} × ${machine.cpu}, Node ${machine.node}, PostgreSQL ${machine.postgres}. ${minutes} minutes, ${rate} orders a second.\n\n${barsTable(bars)}`;

const marks = (name: string): readonly [string, string] => [`<!-- ${name} -->`, `<!-- end of ${name} -->`];

/** The text between the marks of this name replaced. Throws when it has no such marks. */
export function withSection(document: string, name: string, section: string): string {
  const [start, end] = marks(name);
  const [from, to] = [document.indexOf(start), document.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The document has no place for "${name}": ${start} … ${end}`);
  return `${document.slice(0, from)}${start}\n\n${section}\n\n${document.slice(to)}`;
}
