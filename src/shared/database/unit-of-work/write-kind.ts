/** Runs one statement of the commit. Values are bound, never glued. */
export type Sql = <Row extends object = Record<string, unknown>>(
  text: string,
  values?: readonly unknown[],
) => Promise<{ readonly rows: Row[]; readonly rowCount: number }>;

/** Where a kind stands inside the transaction. Claims decide whether anything else happens; stock is the hottest row. */
export const Rank = {
  claim: 0,
  insert: 10,
  insertChild: 11,
  update: 20,
  mechanics: 30,
  answer: 40,
  stock: 90,
} as const;

/**
 * One set-based statement and what it means when a row does not make it. The rows it is given may come from many units
 * that share a transaction; the kind answers with the rows that lost.
 */
export interface WriteKind<Row> {
  readonly name: string;
  readonly rank: number;
  /**
   * Names what this row writes in the database, its table first. Units that name the same are never written by one
   * transaction, unless the rows of this kind add up.
   */
  identity(row: Row): string;
  /** For what adds up: makes one row of all those with the same identity, so that many units may change one at once. */
  fold?(rows: readonly Row[]): Row;
  /** Writes all rows in one statement; returns those that the database did not accept, so that every count is checked. */
  write(sql: Sql, rows: readonly Row[]): Promise<readonly Row[]>;
  /** What the unit of work must hear about the rows that lost; at least one. */
  lost(rows: readonly Row[]): Error;
}

/** Rows in one order everywhere, so that two transactions that want the same ones cannot wait for each other. */
export const inOrder = <Row>({ identity }: Pick<WriteKind<Row>, 'identity'>, rows: readonly Row[]): Row[] =>
  rows
    .map((row) => ({ row, name: identity(row) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ row }) => row);
