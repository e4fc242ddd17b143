import type { Failure } from '../kernel/failure.js';

/** Classes of events and commands, as the saga table names them. */
export type EventClass<Event extends object = object> = new (...args: never[]) => Event;

/** Names one attempt at one step. `key` is what the outside world sees: the same for every repeat of this attempt. */
export interface StepRef {
  readonly sagaId: string;
  readonly step: string;
  readonly generation: number;
  readonly key: string;
}

/** `<saga id>:<step>`; a numbered new attempt (generation 2 and up) carries its number. */
export const stepRef = (sagaId: string, step: string, generation = 1): StepRef => ({
  sagaId,
  step,
  generation,
  key: generation === 1 ? `${sagaId}:${step}` : `${sagaId}:${step}:${generation}`,
});

/** What has a marker of its own. */
export interface Marked {
  /** Stored with every marker: whoever changes it keeps the old one in `formerly`. */
  readonly name: string;
  /**
   * What earlier versions called it. Their markers are its markers, and what they began goes on under the key that it was
   * begun with.
   */
  readonly formerly?: readonly string[];
}

/** What undoes a step: its own name, its own key, its own marker. */
export interface UndoDefinition<Start> extends Marked {
  readonly send: (start: Start, ref: StepRef) => object;
  readonly done: EventClass;
  /** Nobody could find out for too long: a person must look; it is still tried. */
  readonly stuck?: EventClass<{ readonly failure: Failure }>;
}

export interface StepDefinition<Start> extends Marked {
  /**
   * Put into the table when sagas were under way already. One that is past its place passes it over, and its marker says
   * so; one that has not come to it takes it.
   */
  readonly added?: true;
  readonly send: (start: Start, ref: StepRef) => object;
  readonly done: EventClass;
  /** The business said no: turn back. The event carries the failure. */
  readonly refused?: EventClass<{ readonly failure: Failure }>;
  /** The outcome is not known: the step stays open until it is. */
  readonly unknown?: EventClass;
  /** Nobody could find out for too long: a person must look; it is still tried. */
  readonly stuck?: EventClass<{ readonly failure: Failure }>;
  /**
   * Asks for the open step to be given up, where that is still possible, when the saga is to stop; its outcome is awaited
   * all the same.
   */
  readonly withdraw?: (start: Start, why: Failure, ref: StepRef) => object;
  /** True when there is nothing to do; the marker says so. */
  readonly skip?: (start: Start) => boolean;
  readonly undo?: UndoDefinition<Start>;
}

/** A saga as a table: what is done in which order, and what undoes it. */
export interface SagaDefinition<Start extends object = object> {
  /** Stored with every instance: never rename it. */
  readonly name: string;
  /** The id of the aggregate that all events of this saga carry. */
  readonly correlate: (event: never) => string;
  readonly startsOn: EventClass<Start>;
  /** The id the new saga is to have; chosen by whoever publishes the start, so that its aggregate can name it. */
  readonly identify: (start: Start) => string;
  readonly steps: readonly StepDefinition<Start>[];
  /** The last word after everything has been undone. A saga none of whose steps can be refused or stopped needs none. */
  readonly whenUndone?: Marked & {
    readonly send: (start: Start, failure: Failure, ref: StepRef) => object;
    readonly done: EventClass;
  };
  /** Something happened to what the saga has settled, in whatever state it is: a person must look. */
  readonly alarm?: EventClass<{ readonly failure: Failure }>;
  /** Said when a person must look, so that the aggregate shows it. */
  readonly whenStuck?: (start: Start, failure: Failure) => object;
  /** Whether it turns back when it takes longer than SAGA_DEADLINE; true unless said otherwise. */
  readonly expires?: boolean;
}

/** Typed construction of a saga table; see check.ts for what is verified at boot. */
export const define = <Start extends object>(definition: SagaDefinition<Start>): SagaDefinition<Start> => definition;

/** Every name under which a marker of it is stored, the present one first. */
export const namesOf = ({ name, formerly = [] }: Marked): readonly string[] => [name, ...formerly];

/** Everything in a table that has markers: the steps, their undos, the last word. */
export const markedIn = ({ steps, whenUndone }: SagaDefinition): readonly (Marked & { done: EventClass })[] => [
  ...steps.flatMap((step) => [step, ...(step.undo ? [step.undo] : [])]),
  ...(whenUndone ? [whenUndone] : []),
];

/** Every event class that can move a saga of this definition. */
export const eventsOf = (definition: SagaDefinition): EventClass[] =>
  [
    definition.startsOn,
    ...definition.steps.flatMap((step) => [step.done, step.refused, step.unknown, step.stuck]),
    ...definition.steps.flatMap((step) => [step.undo?.done, step.undo?.stuck]),
    definition.whenUndone?.done,
    definition.alarm,
  ].filter((event) => event !== undefined);
