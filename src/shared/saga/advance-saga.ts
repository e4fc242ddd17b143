import { eventsOf, type SagaDefinition } from './definition.js';
import { SagaRuntime } from './saga.runtime.js';
import { Unit } from '../database/unit-of-work/unit.js';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { filter, map, type Observable } from 'rxjs';

/** An event that a saga must hear, inside the unit that published it. */
export class AdvanceSaga extends Command<void> {
  constructor(
    readonly definition: string,
    readonly event: object,
  ) {
    super();
  }
}

/**
 * The bridge from the event stream to the runtime: a pure filter and map that cannot throw, because a throw inside a
 * saga stream of @nestjs/cqrs ends that stream for good.
 */
export const advances =
  <Start extends object>(definition: SagaDefinition<Start>) =>
  (events: Observable<object>): Observable<AdvanceSaga> => {
    const heard = new Set<Function>(eventsOf(definition as unknown as SagaDefinition));
    return events.pipe(
      filter((event) => heard.has(event.constructor)),
      map((event) => new AdvanceSaga(definition.name, event)),
    );
  };

/**
 * Hands the advance to the ambient unit, whose commit awaits it. Nothing is left to the stream: @nestjs/cqrs would log
 * and drop a failing command.
 */
@CommandHandler(AdvanceSaga)
export class AdvanceSagaHandler implements ICommandHandler<AdvanceSaga> {
  constructor(private readonly runtime: SagaRuntime) {}

  async execute({ definition, event }: AdvanceSaga): Promise<void> {
    Unit.current('a saga').defer(() => this.runtime.advance(definition, event));
  }
}
