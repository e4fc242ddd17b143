import { table, type Column } from './table.js';

interface Row {
  readonly id: string;
  readonly count: number;
  readonly words: string;
}

const COLUMNS: readonly Column<Row>[] = [
  { title: 'ID', of: ({ id }) => id },
  { title: 'COUNT', of: ({ count }) => count },
  { title: 'WORDS', of: ({ words }) => words, mayBeCut: true },
];

describe('a table for a terminal', () => {
  it('is aligned under its titles, numbers to the right', () => {
    expect(
      table(COLUMNS, [
        { id: 'a', count: 7, words: 'short' },
        { id: 'longer', count: 1200, words: 'a little more' },
      ]),
    ).toEqual([
      'ID      COUNT  WORDS', //
      'a           7  short',
      'longer   1200  a little more',
    ]);
  });

  it('cuts words at a hundred characters, and never an id', () => {
    const id = 'orders.timeline~019a7c1e-5a00-7c3a-9a55-0d5f3f6c1b2e';
    const [, line = ''] = table(COLUMNS, [{ id, count: 1, words: 'word '.repeat(30) }]);
    expect(line).toHaveLength(100);
    expect(line).toMatch(new RegExp(`^${id} .* word w?o?r?d?…$`));
  });

  it('says under an item what needs a sentence, in lines of whole words', () => {
    const lines = table(COLUMNS, [{ id: 'a', count: 1, words: '' }], () => 'word '.repeat(30));
    expect(lines).toHaveLength(4);
    expect(lines.slice(2).map((line) => line.replace(/word/g, '').trim())).toEqual(['', '']);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(100);
  });

  it('danger: a text of strangers moves the cursor of the terminal, or writes backwards: it is shown without that', () => {
    const evil = 'a\u001b[2J\u009b1A\r\nb\u202ec';
    const [, line] = table(COLUMNS, [{ id: 'x', count: 1, words: evil }]);
    expect(line).toBe('x       1  a [2J 1A b c');
  });
});
