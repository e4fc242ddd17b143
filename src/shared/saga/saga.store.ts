import { markedIn, namesOf, type SagaDefinition } from './definition.js';
import { QUARANTINED } from './quarantine.js';
import { SagaInstance } from './saga.entity.js';
import type { StepState } from './saga-state.js';
import { markerOf, stepInserts, stepUpdates, type StepRow } from './step-writes.js';
import type { SagaState } from './saga-state.js';
import { LookUps } from '../database/look-ups.js';
import { Entities } from '../database/unit-of-work/entities.js';
import { Unit } from '../database/unit-of-work/unit.js';
import { isDatabaseUnavailable } from '../http/database-unavailable.js';
import { Gathered } from '../kernel/gathered.js';
import { Remembers, type RemembersOperations } from '../kernel/remembers-operations.js';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** A saga that took too long. */
export interface LateSaga {
  readonly definition: string;
  readonly correlationId: string;
}

/** Turned back per sweep; the next sweep, a third of a lease later, takes the next ones. */
const LATE_AT_ONCE = 100;

const plain = ({ name, generation, kind, status }: StepState): StepState => ({ name, generation, kind, status });

/** Sagas with their markers, read once per unit and written by its commit. */
@Remembers()
@Injectable()
export class SagaStore implements RemembersOperations {
  private readonly steps = new Gathered((sagaIds: readonly string[]) => this.stepsOf(sagaIds), isDatabaseUnavailable);

  constructor(
    private readonly entities: Entities,
    private readonly source: DataSource,
    private readonly lookUps: LookUps,
  ) {}

  async find(definition: string, correlationId: string): Promise<SagaInstance | undefined> {
    return this.withSteps(await this.entities.one(SagaInstance, { definition, correlationId }));
  }

  /**
   * For an event that starts a saga: the one that runs already, as far as this unit knows. It takes the event for the
   * first of its kind; when it was not, the new saga meets the old one at the commit, and the unit, repeated, looks.
   */
  async findBefore(definition: string, correlationId: string): Promise<SagaInstance | undefined> {
    if (Unit.current('a saga').isRepeat) return this.find(definition, correlationId);
    return this.entities.held(SagaInstance, { definition, correlationId });
  }

  async byId(id: string): Promise<SagaInstance | undefined> {
    return this.withSteps(await this.entities.one(SagaInstance, { id }));
  }

  async remembers(operationKey: Buffer): Promise<boolean> {
    return (
      (await this.source.query<object[]>('SELECT 1 FROM saga.sagas WHERE operation_key = $1', [operationKey])).length >
      0
    );
  }

  /**
   * Running sagas past their deadline that nobody has asked to stop or set aside, oldest first. Those that only a newer
   * version may move wait for it, and are not among them: however many there are, they hide no other (semantics 27).
   */
  late(known: readonly SagaDefinition[]): Promise<LateSaga[]> {
    const markers = known.flatMap((one) =>
      markedIn(one)
        .flatMap(namesOf)
        .map((step) => `${one.name}/${step}`),
    );
    return this.source.query<LateSaga[]>(
      `SELECT s.definition, s.correlation_id AS "correlationId" FROM saga.sagas AS s
       WHERE s.status = 'running' AND s.stop IS NULL AND s.attention ->> 'code' IS DISTINCT FROM '${QUARANTINED}'
         AND s.created_at + s.deadline_ms * interval '1 millisecond' < now() AND s.definition = ANY($1::text[])
         AND NOT EXISTS (SELECT 1 FROM saga.steps AS t WHERE t.saga_id = s.id AND t.status <> 'skipped'
           AND s.definition || '/' || t.name <> ALL($2::text[]))
       ORDER BY s.created_at LIMIT ${LATE_AT_ONCE}`,
      [known.map(({ name }) => name), markers],
    );
  }

  add(saga: SagaInstance): void {
    Unit.current('a saga').insert(saga);
  }

  move(saga: SagaInstance, next: SagaState): void {
    const { added, changed } = saga.moveTo(next);
    const unit = Unit.current('a saga');
    const rows = (steps: StepState[]) => steps.map((step) => ({ sagaId: saga.id, step }));
    if (added.length > 0) this.addSteps(unit, rows(added));
    for (const row of rows(changed)) this.changeStep(unit, row);
  }

  private addSteps(unit: Unit, rows: StepRow[]): void {
    unit.write(stepInserts, ...rows);
  }

  /** A marker that this very unit has added is written once, as it ends up. */
  private changeStep(unit: Unit, row: StepRow): void {
    for (const kind of [stepInserts, stepUpdates]) {
      const rows = unit.rowsOf(kind);
      const index = rows.findIndex((one) => markerOf(one) === markerOf(row));
      if (index >= 0) {
        rows[index] = row;
        return;
      }
    }
    unit.write(stepUpdates, row);
  }

  private async withSteps(saga: SagaInstance | undefined): Promise<SagaInstance | undefined> {
    if (!saga || saga.steps.length > 0) return saga;
    saga.steps = await this.steps.find(saga.id);
    return saga;
  }

  private async stepsOf(sagaIds: readonly string[]): Promise<StepState[][]> {
    const rows = await this.lookUps.find<StepState & { saga_id: string }>(
      'SELECT saga_id, name, generation, kind, status FROM saga.steps WHERE saga_id = ANY($1::uuid[]) ORDER BY position',
      [sagaIds],
    );
    const steps = Map.groupBy(rows, ({ saga_id: sagaId }) => sagaId);
    return sagaIds.map((id) => (steps.get(id) ?? []).map(plain));
  }
}
