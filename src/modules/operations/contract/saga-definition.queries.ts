import { Query } from '@nestjs/cqrs';

/** What has markers, as its table declares it. */
export interface DeclaredMarked {
  readonly name: string;
  /** What earlier versions called it; markers of sagas that they began have these names. */
  readonly formerly?: readonly string[];
  /** The event that ends it, as the table names it. */
  readonly done: string;
}

/** A step of a saga as its table declares it; events are named as the table names them. */
export interface DeclaredStep extends DeclaredMarked {
  /** Turns the saga back. */
  readonly refused?: string;
  /** Leaves the step open until the truth is known. */
  readonly unknown?: string;
  readonly undo?: DeclaredMarked;
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
  readonly whenUndone?: DeclaredMarked;
}

/** The tables that this version of the service runs. */
export class ListSagaDefinitions extends Query<DeclaredSaga[]> {}
