import type { Failure } from '../kernel/failure.js';
import { isOpen, type Attention, type SagaState, type SagaStatus, type StepState } from './saga-state.js';
import { now } from '../kernel/clock.js';
import { Check, Column, Entity, Index, PrimaryColumn, Unique, VersionColumn } from 'typeorm';

const milliseconds = {
  to: (value: number | null): number | null => value,
  from: (stored: string | null): number | null => (stored === null ? null : Number(stored)),
};

/** One running or finished flow. Its markers are rows of their own (`saga.steps`); the version guards both. */
@Entity({ schema: 'saga', name: 'sagas' })
@Unique('sagas_once_per_aggregate', ['definition', 'correlationId'])
@Unique('sagas_once_per_operation', ['operationKey'])
@Index('sagas_running', { synchronize: false })
@Index('sagas_compensating', { synchronize: false })
@Index('sagas_in_trouble', { synchronize: false })
@Index('sagas_turned_back', { synchronize: false })
@Check('sagas_status_known', `status IN ('running', 'compensating', 'completed', 'compensated')`)
export class SagaInstance {
  @PrimaryColumn('uuid') id!: string;
  @Column({ type: 'text', name: 'tenant_id' }) tenantId!: string;
  @Column('text') definition!: string;
  @Column({ type: 'uuid', name: 'correlation_id' }) correlationId!: string;
  @Column('text') status!: SagaStatus;
  /** The event that started it; every later command is built from it, so a resumed step sends the same. */
  @Column({ type: 'jsonb', update: false }) start!: object;
  @Column({ type: 'jsonb', nullable: true }) failure!: Failure | null;
  @Column({ type: 'jsonb', nullable: true }) stop!: Failure | null;
  /** Why a person must look; null while nobody has to. */
  @Column({ type: 'jsonb', nullable: true }) attention!: Attention | null;
  /** Whether later operations (cancels) wait for this saga's decision too. */
  @Column({ type: 'boolean', default: false }) joined!: boolean;
  /** The keyed operation whose stored answer waits for this saga's decision; null when nobody waits. */
  @Column({ type: 'text', name: 'entry_operation', nullable: true }) entryOperation!: string | null;
  /** Hash of the caller's identity (tenant, operation, key); outlives the stored answer. */
  @Column({ type: 'bytea', name: 'operation_key', nullable: true, update: false }) operationKey!: Buffer | null;
  /** Milliseconds from `created_at` after which the saga turns back; null when it never does. */
  @Column({ type: 'bigint', name: 'deadline_ms', nullable: true, update: false, transformer: milliseconds })
  deadlineMs!: number | null;
  @Column({ type: 'timestamptz', name: 'created_at', insert: false, update: false, default: () => 'now()' })
  createdAt!: Date;
  @Column({ type: 'timestamptz', name: 'updated_at' }) updatedAt!: Date;
  @VersionColumn() version!: number;

  /** Filled by the store; not a column of this table. */
  steps: StepState[] = [];

  static begin(
    intent: Pick<SagaInstance, 'id' | 'tenantId' | 'definition' | 'correlationId' | 'start' | 'deadlineMs'>,
  ): SagaInstance {
    const saga = new SagaInstance();
    Object.assign(saga, intent, {
      status: 'running',
      failure: null,
      stop: null,
      attention: null,
      joined: false,
      entryOperation: null,
      operationKey: null,
      version: 1,
    });
    saga.updatedAt = now();
    return saga;
  }

  state(): SagaState {
    const { id, status, start, steps } = this;
    return {
      id,
      status,
      start,
      steps,
      failure: this.failure ?? undefined,
      stop: this.stop ?? undefined,
      attention: this.attention ?? undefined,
    };
  }

  /** Another operation waits for this saga's decision from now on. */
  join(): void {
    this.joined = true;
    this.touch();
  }

  /** Takes over where a transition led and returns the markers that are new or changed. */
  moveTo(next: SagaState): { added: StepState[]; changed: StepState[] } {
    const before = new Map(this.steps.map((step) => [`${step.name}/${step.generation}`, step]));
    const added = next.steps.filter((step) => !before.has(`${step.name}/${step.generation}`));
    const changed = next.steps.filter((step) => {
      const known = before.get(`${step.name}/${step.generation}`);
      return known !== undefined && known.status !== step.status;
    });
    this.status = next.status;
    this.failure = next.failure ?? null;
    this.stop = next.stop ?? null;
    this.attention = next.attention ?? null;
    this.steps = [...next.steps];
    this.touch();
    return { added, changed };
  }

  /** Every change is a new version of the saga, also when only a marker moved: two units cannot both move it. */
  private touch(): void {
    this.updatedAt = new Date(Math.max(now().getTime(), this.updatedAt.getTime() + 1));
  }

  /** The order that it is about, as the event that started it says. */
  get orderId(): string {
    return (this.start as { orderId?: string }).orderId ?? this.correlationId;
  }

  get isDecided(): boolean {
    return this.status === 'completed' || this.status === 'compensated';
  }

  get openStep(): StepState | undefined {
    return this.steps.find(isOpen);
  }
}
