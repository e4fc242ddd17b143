import type { Failure } from '../kernel/failure.js';

/** Whether a person must look is beside these: a saga in trouble goes on with what it was doing. */
export type SagaStatus = 'running' | 'compensating' | 'completed' | 'compensated';

/** `pending → done | refused | unknown | skipped`, `unknown → done | refused`; a finished marker never changes. */
export type StepStatus = 'pending' | 'unknown' | 'done' | 'refused' | 'skipped';

export interface StepState {
  readonly name: string;
  readonly generation: number;
  readonly kind: 'forward' | 'compensation';
  readonly status: StepStatus;
}

/** Why a person must look. */
export interface Attention extends Failure {
  /** Set by an alarm: no progress of the saga ends it, because it is about what was settled and not about a step. */
  readonly stays?: true;
  /** What called for a person before somebody set the saga aside; it does again when the saga is let go. */
  readonly before?: Attention;
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
  /** Gone with the next progress, unless it stays. */
  readonly attention?: Attention;
}

export const isOpen = (step: StepState): boolean => step.status === 'pending' || step.status === 'unknown';
