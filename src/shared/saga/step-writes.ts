import type { StepState } from './saga-state.js';
import { sideBySide } from '../database/side-by-side.js';
import { VersionConflict } from '../database/unit-of-work/unit-errors.js';
import { Rank, type Sql, type WriteKind } from '../database/unit-of-work/write-kind.js';

export interface StepRow {
  readonly sagaId: string;
  readonly step: StepState;
}

/** A marker's identity, which is the table's key: an attempt is never taken for another one of the same step. */
export const markerOf = ({ sagaId, step }: StepRow): string => `${sagaId}:${step.name}:${step.generation}`;

const rowOf = (row: StepRow): string => `saga.steps/${markerOf(row)}`;

const columns = (rows: readonly StepRow[]): unknown[][] => [
  rows.map((row) => row.sagaId),
  rows.map((row) => row.step.name),
  rows.map((row) => row.step.generation),
  rows.map((row) => row.step.kind),
  rows.map((row) => row.step.status),
];

const GIVEN = sideBySide({ saga_id: 'uuid', name: 'text', generation: 'int', kind: 'text', status: 'text' });

const MARKER = `s.saga_id || ':' || s.name || ':' || s.generation AS marker`;

const losers = async (sql: Sql, text: string, rows: readonly StepRow[]): Promise<StepRow[]> => {
  const written = await sql<{ marker: string }>(text, columns(rows));
  if (written.rowCount === rows.length) return [];
  const accepted = new Set(written.rows.map(({ marker }) => marker));
  return rows.filter((row) => !accepted.has(markerOf(row)));
};

const lost = (rows: readonly StepRow[]): Error =>
  new VersionConflict(`marker ${rows.map(markerOf).join(', ')} was written by another unit`);

/** New markers. DO NOTHING: two units may reach the same step at once; one of them decides again. */
export const stepInserts: WriteKind<StepRow> = {
  name: 'insert steps',
  rank: Rank.insertChild,
  identity: rowOf,
  lost,
  write: (sql, rows) =>
    losers(
      sql,
      `INSERT INTO saga.steps AS s (saga_id, name, generation, kind, status, finished_at)
       SELECT saga_id, name, generation, kind, status, CASE WHEN status IN ('pending', 'unknown') THEN NULL ELSE now() END FROM (${GIVEN}) AS v
       ON CONFLICT DO NOTHING RETURNING ${MARKER}`,
      rows,
    ),
};

/** Changed markers. Only an open one may change: a finished marker is what stops a repeat (layer 5). */
export const stepUpdates: WriteKind<StepRow> = {
  name: 'update steps',
  rank: Rank.update,
  identity: rowOf,
  lost,
  write: (sql, rows) =>
    losers(
      sql,
      `UPDATE saga.steps AS s SET status = v.status, finished_at = CASE WHEN v.status = 'unknown' THEN NULL ELSE now() END
       FROM (${GIVEN}) AS v
       WHERE s.saga_id = v.saga_id AND s.name = v.name AND s.generation = v.generation AND s.status IN ('pending', 'unknown')
       RETURNING ${MARKER}`,
      rows,
    ),
};
