import { ListSagaDefinitions, type DeclaredSaga } from '../contract/index.js';
import type { EventClass, SagaDefinition } from '#shared/saga/definition.js';
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
  steps: steps.map(({ name: step, done, refused, unknown, undo }) => ({
    name: step,
    done: done.name,
    refused: refused?.name,
    unknown: unknown?.name,
    undo: undo && named(undo),
  })),
  whenUndone: whenUndone && named(whenUndone),
});

const named = ({
  name,
  done,
}: {
  readonly name: string;
  readonly done: EventClass;
}): { name: string; done: string } => ({
  name,
  done: done.name,
});
