import { RATIO_BARS } from '../../bench/plan/bars.ts';
import { MEASUREMENTS } from '../../bench/plan/measurements.ts';
import { markdownReport } from '../../bench/report/markdown-report.ts';
import type { RunReport } from '../../bench/report/run-report.ts';
import { readFile } from 'node:fs/promises';

/** The bars that are no ratio of two rates. */
const OTHER_BARS = ['idle_latency', 'peak_memory'];

const names = (named: readonly { readonly name: string }[]): string[] => named.map(({ name }) => name);
const kept = async (): Promise<RunReport> => JSON.parse(await readFile('docs/performance/figures.json', 'utf8'));

describe('the figures in the documents', () => {
  it('are those of the run that is kept beside them, its failures too', async () => {
    expect(await readFile('docs/performance.md', 'utf8')).toContain(`\n${markdownReport(await kept())}\n`);
  });

  it('have the names that the bench prints', async () => {
    const { figures, bars } = await kept();
    expect(names(bars)).toEqual([...names(RATIO_BARS), ...OTHER_BARS]);
    expect(names(figures).filter((name) => !names(MEASUREMENTS).includes(name))).toEqual([]);
  });

  it('are explained, every bar of them', async () => {
    const document = await readFile('docs/performance.md', 'utf8');
    const explained = document.slice(document.indexOf('## What the bars mean'));
    for (const name of names((await kept()).bars)) expect(explained).toContain(`| \`${name}\` `);
  });
});

describe('the list of measurements', () => {
  it('names each of them once, and the two sides of every bar', () => {
    const measured = names(MEASUREMENTS);
    expect(new Set(measured).size).toBe(measured.length);
    for (const { of, to } of RATIO_BARS) expect(measured).toEqual(expect.arrayContaining([of, to]));
  });
});
