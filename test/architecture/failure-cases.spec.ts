import { testTitles } from './test-titles.js';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

interface ShownCase {
  readonly number: string;
  readonly danger: string;
  readonly file: string;
  readonly title: string;
}

/** `| B007 | danger | [name](../path) | title |` */
const ROW = /^\| (B\d{3})\s*\| (.+?)\s*\| \[.+?\]\((.+?)\)\s*\| (.+?)\s*\|$/;
const NUMBER = /\bB\d{3}\b/g;

async function tabled(): Promise<ShownCase[]> {
  const lines = (await readFile('docs/failure-cases.md', 'utf8')).split('\n');
  return lines.flatMap((line) => {
    const [, number, danger, link, title] = ROW.exec(line) ?? [];
    if (!number || !danger || !link || !title) return [];
    return [{ number, danger, file: join('docs', link), title: title.replaceAll('\\', '') }];
  });
}

describe('the table of failure cases', () => {
  let cases: ShownCase[];
  let titles: Map<string, string[]>;

  beforeAll(async () => {
    [cases, titles] = await Promise.all([tabled(), testTitles()]);
  });

  it('has a well-formed row for every case that it mentions', async () => {
    const mentioned = (await readFile('docs/failure-cases.md', 'utf8')).match(/^\| B\d{3}/gm) ?? [];
    expect(mentioned.length).toBeGreaterThan(5);
    expect(cases).toHaveLength(mentioned.length);
  });

  it('names tests that exist', () => {
    expect(cases.filter(({ file, title }) => !titles.get(file)?.includes(title))).toEqual([]);
  });

  it('names every test whose title carries the number of a case', () => {
    const known = new Set(cases.map(({ number, file }) => `${number} ${file}`));
    const carried = [...titles].flatMap(([file, ofFile]) =>
      ofFile.flatMap((title) => [...title.matchAll(NUMBER)].map(([number]) => `${number} ${file}`)),
    );
    expect([...new Set(carried)].filter((one) => !known.has(one))).toEqual([]);
  });

  it('is in order', () => {
    const numbers = cases.map(({ number }) => number);
    expect(numbers).toEqual(numbers.toSorted());
  });
});
