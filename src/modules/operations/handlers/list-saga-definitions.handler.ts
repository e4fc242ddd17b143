import { ListSagaDefinitions, type DeclaredMarked, type DeclaredSaga } from '../contract/index.js';
import type { EventClass, Marked, SagaDefinition } from '#shared/saga/definition.js';
import { SagaRuntime } from '#shared/saga/saga.runtime.js';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';

@QueryHandler(ListSagaDefinitions)
export class ListSagaDefinitionsHandler implements IQueryHandler<ListSagaDefinitions> {
  constructor(private readonly runtime: SagaRuntime) {}

  async execute(): Promise<DeclaredSaga[]> {
    return this.runtime.known().map(declared);
  }
}

const declared = ({ name, startsOn, expires = true, steps, whenUndone }: SagaDefinition): DeclaredSaga => ({
  name,
  startsOn: startsOn.name,
  expires,
  steps: steps.map(({ refused, unknown, undo, ...step }) => ({
    ...named(step),
    refused: refused?.name,
    unknown: unknown?.name,
    undo: undo && named(undo),
  })),
  whenUndone: whenUndone && named(whenUndone),
});

const named = ({ name, formerly, done }: Marked & { readonly done: EventClass }): DeclaredMarked => ({
  name,
  formerly,
  done: done.name,
});
