import type { StepState } from './saga-state.js';
import type { Failure } from '../kernel/failure.js';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** One marker with its times. */
export interface PastStep extends StepState {
  readonly createdAt: Date;
  /** Absent while it is open. */
  readonly finishedAt?: Date;
}

/** A saga as it is told afterwards. */
export interface PastSaga {
  readonly id: string;
  readonly definition: string;
  readonly attention?: Failure & { readonly since: Date };
  readonly steps: readonly PastStep[];
}

interface Row {
  id: string;
  definition: string;
  attention: Failure | null;
  updated_at: Date;
  name: string;
  generation: number;
  kind: StepState['kind'];
  status: StepState['status'];
  created_at: Date;
  finished_at: Date | null;
}

/** Reads what sagas have done; moves none. */
@Injectable()
export class SagaHistoryStore {
  constructor(private readonly source: DataSource) {}

  /** The markers of one saga, in their order. */
  async stepsOf(sagaId: string): Promise<PastStep[]> {
    const rows = await this.source.query<Omit<Row, 'id' | 'definition'>[]>(
      `SELECT name, generation, kind, status, created_at, finished_at FROM saga.steps WHERE saga_id = $1 ORDER BY position`,
      [sagaId],
    );
    return rows.map(stepOf);
  }

  /** The sagas of these definitions about these aggregates, oldest first, each with its markers in their order. */
  async about(correlationIds: readonly string[], definitions: readonly string[]): Promise<PastSaga[]> {
    const rows = await this.source.query<Row[]>(
      `SELECT s.id, s.definition, s.attention, s.updated_at, t.name, t.generation, t.kind, t.status, t.created_at, t.finished_at
       FROM saga.sagas AS s JOIN saga.steps AS t ON t.saga_id = s.id
       WHERE s.definition = ANY($2::text[]) AND s.correlation_id = ANY($1::uuid[])
       ORDER BY s.created_at, s.id, t.position`,
      [correlationIds, definitions],
    );
    return [...Map.groupBy(rows, ({ id }) => id).values()].map(sagaOf);
  }
}

const stepOf = ({
  name,
  generation,
  kind,
  status,
  created_at: createdAt,
  finished_at,
}: Omit<Row, 'id' | 'definition'>): PastStep => ({
  name,
  generation,
  kind,
  status,
  createdAt,
  finishedAt: finished_at ?? undefined,
});

const sagaOf = (rows: readonly Row[]): PastSaga => {
  const { id, definition, attention, updated_at: since } = rows[0]!;
  const steps = rows.map(stepOf);
  return { id, definition, attention: attention ? { ...attention, since } : undefined, steps };
};
