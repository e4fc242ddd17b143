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
 * One set-based statement and what it means when a row does not make it. A unit of work hands over all its rows of a
 * kind at once; the kind answers with the rows that lost.
 */
export interface WriteKind<Row> {
  readonly name: string;
  readonly rank: number;
  /** Writes all rows in one statement; returns those that the database did not accept, so that every count is checked. */
  write(sql: Sql, rows: readonly Row[]): Promise<readonly Row[]>;
  /** What the unit of work must hear about the rows that lost; at least one. */
  lost(rows: readonly Row[]): Error;
}
