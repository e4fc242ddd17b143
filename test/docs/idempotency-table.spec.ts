import { testTitles } from '../architecture/test-titles.js';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** `[name](../path): “title of the test”`, the title only where one test stands for all. */
const SHOWN = /\[[^\]]+\.spec\.ts\]\(([^)]+)\)(?:: “([^”]+)”)?/g;
/** `[page][S1]`: where somebody else says it. */
const SOURCE = /\]\[([A-Z]\d*)\]/g;
const DEFINED = /^\[([A-Z]\d*)\]: https:\/\/\S+$/gm;

interface Row {
  readonly question: string;
  readonly ours: string;
  readonly theirs: readonly string[];
}

/** The rows of all tables below the heading, without their heads. */
function rowsOf(section: string): Row[] {
  const rows = section.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| -'));
  return rows
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
    .filter(([question]) => question !== '')
    .map(([question = '', ours = '', ...theirs]) => ({ question, ours, theirs }));
}

describe('what the documentation says beside others', () => {
  let section: string;
  let rows: Row[];
  let titles: Map<string, string[]>;
  beforeAll(async () => {
    const text = await readFile('docs/idempotency.md', 'utf8');
    section = text.slice(text.indexOf('\n## Beside others\n'));
    rows = rowsOf(section);
    titles = await testTitles();
  });

  const shownBy = ({ ours }: Row): (readonly [file: string, title: string | undefined])[] =>
    [...ours.matchAll(SHOWN)].map(([, path = '', title]) => [join('docs', path), title] as const);

  it('is one answer of ours and five of others to each question', () => {
    expect(rows.length).toBeGreaterThanOrEqual(30);
    expect(rows.filter(({ theirs }) => theirs.length !== 5)).toEqual([]);
    expect(new Set(rows.map(({ question }) => question)).size).toBe(rows.length);
  });

  it('is shown by a specification that exists, with the test that is quoted', () => {
    const unshown = rows.filter((row) => shownBy(row).length === 0).map(({ question }) => question);
    expect(unshown).toEqual([]);
    const isThere = (file: string, title?: string): boolean =>
      titles.has(file) && (title === undefined || titles.get(file)!.includes(title));
    const missing = rows.flatMap((row) => shownBy(row).filter(([file, title]) => !isThere(file, title)));
    expect(missing).toEqual([]);
  });

  it('has a source for whatever it says of others', () => {
    const unfounded = rows.flatMap(({ question, theirs }) =>
      theirs.filter((cell) => cell !== 'not documented' && !/\]\[/.test(cell)).map((cell) => [question, cell]),
    );
    expect(unfounded).toEqual([]);
    const used = new Set([...section.matchAll(SOURCE)].map(([, label]) => label));
    const defined = [...section.matchAll(DEFINED)].map(([, label]) => label);
    expect([...used].toSorted()).toEqual(defined.toSorted());
  });
});
