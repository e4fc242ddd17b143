import { Query } from '@nestjs/cqrs';

/** A step of a saga as its table declares it; events are named as the table names them. */
export interface DeclaredStep {
  readonly name: string;
  /** What the step waits for. */
  readonly done: string;
  /** Turns the saga back. */
  readonly refused?: string;
  /** Leaves the step open until the truth is known. */
  readonly unknown?: string;
  readonly undo?: { readonly name: string; readonly done: string };
}

/** A saga as its table declares it. */
export interface DeclaredSaga {
  readonly name: string;
  readonly startsOn: string;
  /** Whether it turns back when it takes longer than SAGA_DEADLINE. */
  readonly expires: boolean;
  /** In their order. */
  readonly steps: readonly DeclaredStep[];
  /** The last word after everything has been undone. */
  readonly whenUndone?: { readonly name: string; readonly done: string };
}

/** The tables that this version of the service runs. */
export class ListSagaDefinitions extends Query<DeclaredSaga[]> {}
