import type { Failure } from '../kernel/failure.js';

/** `needs_attention` is reached beside these, by a person's or the clock's decision. */
export type SagaStatus = 'running' | 'compensating' | 'completed' | 'compensated' | 'needs_attention';

/** `pending → done | refused | unknown | skipped`, `unknown → done | refused`; a finished marker never changes. */
export type StepStatus = 'pending' | 'unknown' | 'done' | 'refused' | 'skipped';

export interface StepState {
  readonly name: string;
  readonly generation: number;
  readonly kind: 'forward' | 'compensation';
  readonly status: StepStatus;
}

/** Everything that decides what a saga does next. */
export interface SagaState<Start = object> {
  readonly id: string;
  readonly status: SagaStatus;
  readonly start: Start;
  readonly steps: readonly StepState[];
  /** Why it turned back. */
  readonly failure?: Failure;
  /** A wish to stop (cancel, deadline), honoured at the next step boundary. */
  readonly stop?: Failure;
}

export const isOpen = (step: StepState): boolean => step.status === 'pending' || step.status === 'unknown';
