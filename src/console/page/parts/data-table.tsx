import type { ComponentChildren } from 'preact';

/** A column: its heading, and what of a row it shows. */
export interface Column<Row> {
  readonly title: string;
  readonly show: (row: Row) => ComponentChildren;
}

/** A table that becomes a pile of cards on a narrow screen; each cell then says what it is. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  keyOf,
}: {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}) {
  return (
    <table role="table">
      <caption class="unseen">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ title }) => (
            <th key={title} role="columnheader" scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={keyOf(row)} role="row">
            {columns.map(({ title, show }) => (
              <td key={title} role="cell">
                <span class="cell-title" aria-hidden="true">
                  {title}
                </span>
                <span class="cell-value">{show(row)}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
