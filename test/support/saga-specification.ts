import type { EventClass, SagaDefinition } from '#shared/saga/definition.js';
import type { SagaState, SagaStatus, StepStatus } from '#shared/saga/saga-state.js';
import type { Failure } from '#shared/kernel/failure.js';
import { notStarted, transition, type Input, type Transition } from '#shared/saga/transition.js';

/** One event of the table, or the wish to stop. */
export type Happening = object | Wish;

/** The wish to stop, as a cancel request or the deadline makes it. */
export class Wish {
  constructor(readonly failure: Failure) {}
}

/** As the transition takes it. */
export const inputOf = (happening: Happening): Input =>
  happening instanceof Wish ? { stop: happening.failure } : { event: happening };

/** A saga table under specification, told as `given(…).when(…).expect(…)`; no database, no clock, no delivery. */
export function specify<Start extends object>(
  definition: SagaDefinition<Start>,
  start: Start,
): { given(...past: Happening[]): Given<Start> } {
  return {
    given: (...past) =>
      past.reduce<Given<Start>>(
        (given, happening) => given.and(happening),
        new Given(definition, notStarted(SAGA_ID, start)),
      ),
  };
}

/** The id of the saga in every specification: what its step keys begin with. */
export const SAGA_ID = 'saga-1';

/** What has happened so far; news all of it, or the specification does not describe what it seems to. */
class Given<Start extends object> {
  constructor(
    private readonly definition: SagaDefinition<Start>,
    readonly state: SagaState<Start>,
  ) {}

  and(happening: Happening): Given<Start> {
    const { next, ignored } = transition(this.definition, this.state, inputOf(happening));
    if (ignored) throw new Error(`given ${happening.constructor.name}, which the saga ignores: ${ignored}`);
    return new Given(this.definition, next);
  }

  when(happening: Happening): Outcome<Start> {
    return new Outcome(this.state, transition(this.definition, this.state, inputOf(happening)));
  }
}

class Outcome<Start extends object> {
  constructor(
    private readonly before: SagaState<Start>,
    private readonly outcome: Transition<Start>,
  ) {}

  /** Exactly these commands, in this order, and this status. */
  expect(commands: readonly EventClass[], status: SagaStatus): this {
    const { send, next, ignored } = this.outcome;
    expect({ ignored, send: send.map((command) => command.constructor), status: next.status }).toEqual({
      ignored: undefined,
      send: commands,
      status,
    });
    return this;
  }

  /** The whole command, member by member. */
  expectCommand(command: object): this {
    expect(this.outcome.send).toStrictEqual([command]);
    return this;
  }

  /** Nothing is sent and nothing moves, and the reason says why. */
  expectIgnored(reason: Transition['ignored']): this {
    expect(this.outcome).toEqual({ next: this.before, send: [], ignored: reason });
    return this;
  }

  /** All markers there are. */
  expectMarkers(markers: Record<string, StepStatus>): this {
    const { steps } = this.outcome.next;
    expect(Object.fromEntries(steps.map((step) => [step.name, step.status]))).toEqual(markers);
    return this;
  }

  expectFailure(failure: Failure | undefined): this {
    expect(this.outcome.next.failure).toEqual(failure);
    return this;
  }
}
