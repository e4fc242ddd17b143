import { barChart } from './bar-chart.ts';
import { lineChart } from './line-chart.ts';
import { markdownReport, markdownSoak, type SoakReport, withSection } from './markdown-report.ts';
import type { RunReport } from './run-report.ts';
import type { Verdict } from './verdicts.ts';
import type { Soak } from '../plan/soak-growth.ts';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** Who places orders, in the drawing that compares them. */
const COMPARED = ['ceiling', 'place', 'restate', 'dbos', 'naive'];

const write = (directory: string, files: Record<string, string>): Promise<unknown> =>
  Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(directory, name), text)));

/** Thousandths of a millisecond and of an order are noise. */
const json = (value: object): string =>
  `${JSON.stringify(value, (_, one: unknown) => (typeof one === 'number' ? Number(one.toFixed(3)) : one), 2)}\n`;

/** The document of the same name beside the directory keeps its words, and gets a new section. */
async function renew(directory: string, section: string, text: string): Promise<void> {
  const path = `${resolve(directory)}.md`;
  const document = await readFile(path, 'utf8').catch(() => undefined);
  if (document !== undefined) await writeFile(path, withSection(document, section, text));
}

/** The report as `figures.json`, and beside it a drawing of the rates. */
export async function writeReport(directory: string, report: RunReport): Promise<void> {
  const bars = COMPARED.flatMap((name) => report.figures.filter((figure) => figure.name === name));
  const title = `Orders confirmed per second, ${report.clients} clients, ${report.machine.cores} cores for everything`;
  await mkdir(directory, { recursive: true });
  const kept = json(report);
  await write(directory, {
    'figures.json': kept,
    'orders.svg': barChart(
      title,
      bars.map(({ name, title: label, perSecond }) => ({ label, value: perSecond, ours: name === 'place' })),
    ),
  });
  // From what is kept: a figure that is rounded twice may differ from one that is rounded once.
  await renew(directory, 'figures', markdownReport(JSON.parse(kept) as RunReport));
}

/** The report as `growth.json`, beside that of the comparison. */
export async function writeGrowth(directory: string, report: RunReport): Promise<void> {
  const kept = json(report);
  await mkdir(directory, { recursive: true });
  await write(directory, { 'growth.json': kept });
  await renew(directory, 'growth', markdownReport(JSON.parse(kept) as RunReport));
}

/** The samples as `soak.json`, and beside it a drawing of them. */
export async function writeSoak(directory: string, soak: Soak, verdicts: readonly Verdict[]): Promise<void> {
  const of = (read: (sample: Soak['samples'][number]) => number): number[] => soak.samples.map(read);
  await mkdir(directory, { recursive: true });
  const kept = json({ ...soak, bars: verdicts });
  await write(directory, {
    'soak.json': kept,
    'soak.svg': lineChart(`${soak.rate} orders per second, 70 % of the full load`, soak.minutes, [
      {
        label: 'memory',
        unit: 'MB',
        colour: '#c2410c',
        values: soak.samples.flatMap(({ memoryMb }) => memoryMb ?? []),
      },
      { label: 'answered', unit: 'per s', colour: '#7c3aed', values: of(({ perSecond }) => perSecond) },
      { label: 'work tables', unit: 'MB', colour: '#1d4ed8', values: of(({ workMb }) => workMb) },
      { label: 'p99', unit: 'ms', colour: '#15803d', values: of(({ p99 }) => p99) },
    ]),
  });
  await renew(directory, 'soak', markdownSoak(JSON.parse(kept) as SoakReport));
}
