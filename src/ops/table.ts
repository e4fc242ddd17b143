import { readable, WIDTH, wrapped } from './readable.js';

/** One column: its title, and what it shows of an item. */
export interface Column<Item> {
  readonly title: string;
  readonly of: (item: Item) => string | number | undefined;
  /** Words that may be cut where the line ends; an id or a key never is. */
  readonly mayBeCut?: boolean;
}

const BETWEEN = '  ';

/** What is left of a column that is cut still says something. */
const SHORTEST = 8;

/**
 * Aligned columns, numbers to the right, titles above; `note` puts what needs a sentence under its item. A hundred
 * characters wide as long as there is something that may be cut.
 */
export function table<Item>(
  columns: readonly Column<Item>[],
  items: readonly Item[],
  note: (item: Item) => string | undefined = () => undefined,
): string[] {
  const cells = items.map((item) => columns.map(({ of }) => readable(String(of(item) ?? ''))));
  const isNumber = columns.map(({ of }) => items.length > 0 && items.every((item) => typeof of(item) === 'number'));
  const widths = fitted(
    columns,
    columns.map(({ title }, at) => Math.max(title.length, ...cells.map((row) => row[at]!.length))),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, at) => aligned(cell, widths[at]!, isNumber[at]!))
      .join(BETWEEN)
      .trimEnd();
  return [
    line(columns.map(({ title }) => title)),
    ...items.flatMap((item, at) => {
      const said = note(item);
      return [line(cells[at]!), ...(said ? wrapped(said, BETWEEN) : [])];
    }),
  ];
}

function fitted<Item>(columns: readonly Column<Item>[], natural: readonly number[]): number[] {
  const widths = [...natural];
  const total = widths.reduce((sum, width) => sum + width, 0) + BETWEEN.length * (widths.length - 1);
  let excess = total - WIDTH;
  for (const [at, { mayBeCut }] of columns.entries()) {
    if (!mayBeCut || excess <= 0) continue;
    const cut = Math.min(excess, Math.max(0, widths[at]! - SHORTEST));
    widths[at]! -= cut;
    excess -= cut;
  }
  return widths;
}

function aligned(cell: string, width: number, toTheRight: boolean): string {
  const shown = cell.length > width ? `${cell.slice(0, width - 1)}…` : cell;
  return toTheRight ? shown.padStart(width) : shown.padEnd(width);
}
