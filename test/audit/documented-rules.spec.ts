import { ALL_RULES } from '../../src/audit/all-rules.js';
import { readFile } from 'node:fs/promises';

/** Between these two lines of docs/reliability.md stands what the code says. */
const TABLE = /<!-- audit-rules: generated, do not edit -->\n([\s\S]*)<!-- \/audit-rules -->/;

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** A table as Markdown, without the spaces that only align it. */
const table = [
  row('Rule', 'Of', 'Found', 'Costs', 'What to do'),
  row('-', '-', '-', '-', '-'),
  ...ALL_RULES.map(({ name, invariant, finds, costs, remedy }) => row(`\`${name}\``, invariant, finds, costs, remedy)),
].join('\n');

const unaligned = (text: string): string => text.replaceAll(/ +/g, ' ').replaceAll(/-{2,}/g, '-').trim();

describe('the rules of the audit', () => {
  it('are in docs/reliability.md as they are in the code', async () => {
    const document = await readFile('docs/reliability.md', 'utf8');
    expect(unaligned(TABLE.exec(document)?.[1] ?? '')).toBe(table);
  });

  it('have names of their own, and say all that somebody has to know', () => {
    expect(new Set(ALL_RULES.map(({ name }) => name)).size).toBe(ALL_RULES.length);
    for (const { name, ...texts } of ALL_RULES) {
      expect(name).toMatch(/^[a-z]+\.[a-z-]+$/);
      const { finds, costs, remedy } = texts;
      for (const text of [finds, costs, remedy]) expect(text).toMatch(/^[A-Z].*\.$/);
    }
  });
});
