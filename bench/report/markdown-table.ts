/** A column: its heading, and whether its cells are numbers, which stand at the right. */
export interface Column {
  readonly heading: string;
  readonly numbers?: boolean;
}

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** A table as Prettier writes it, so that a document that keeps it stays formatted. */
export function markdownTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map(({ heading }, at) => Math.max(3, heading.length, ...rows.map((row) => row[at]!.length)));
  const padded = (cells: readonly string[]): string =>
    line(cells.map((cell, at) => (columns[at]!.numbers ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!))));
  const rule = columns.map(({ numbers }, at) =>
    numbers ? `${'-'.repeat(widths[at]! - 1)}:` : '-'.repeat(widths[at]!),
  );
  return [padded(columns.map(({ heading }) => heading)), line(rule), ...rows.map(padded)].join('\n');
}
