import { RATIO_BARS } from '../../bench/plan/bars.ts';
import { MEASUREMENTS } from '../../bench/plan/measurements.ts';
import { markdownReport, markdownSoak, type SoakReport } from '../../bench/report/markdown-report.ts';
import type { RunReport } from '../../bench/report/run-report.ts';
import { readFile } from 'node:fs/promises';

/** The bars that are no ratio of two rates. */
const OTHER_BARS = ['idle_latency', 'peak_memory'];

const names = (named: readonly { readonly name: string }[]): string[] => named.map(({ name }) => name);
const kept = async <Report = RunReport>(run: string): Promise<Report> =>
  JSON.parse(await readFile(`docs/performance/${run}.json`, 'utf8'));
const written = (): Promise<string> => readFile('docs/performance.md', 'utf8');

describe('the figures in the documents', () => {
  it.each(['figures', 'growth'])('are those of the run that is kept as %s.json, its failures too', async (run) => {
    expect(await written()).toContain(`\n${markdownReport(await kept(run))}\n`);
  });

  it('are, of the long run, those that its samples are kept with', async () => {
    expect(await written()).toContain(`\n${markdownSoak(await kept<SoakReport>('soak'))}\n`);
  });

  it('have the names that the bench prints', async () => {
    const [compared, grown] = await Promise.all([kept('figures'), kept('growth')]);
    expect(names(compared.bars)).toEqual([...names(RATIO_BARS), ...OTHER_BARS]);
    expect(names(compared.bars)).toEqual(expect.arrayContaining(names(grown.bars)));
    for (const { figures } of [compared, grown])
      expect(names(figures).filter((name) => !names(MEASUREMENTS).includes(name))).toEqual([]);
  });

  it('are explained, every bar of them', async () => {
    const document = await written();
    const explained = document.slice(document.indexOf('## What the bars mean'));
    for (const name of names((await kept('figures')).bars)) expect(explained).toContain(`| \`${name}\` `);
  });
});

describe('the list of measurements', () => {
  it('names each of them once, and the two sides of every bar', () => {
    const measured = names(MEASUREMENTS);
    expect(new Set(measured).size).toBe(measured.length);
    for (const { of, to } of RATIO_BARS) expect(measured).toEqual(expect.arrayContaining([of, to]));
  });
});
