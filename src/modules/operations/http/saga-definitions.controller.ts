import { SagaDefinitionListResponse } from './saga-definition.response.js';
import { ListSagaDefinitions, type DeclaredSaga } from '../contract/index.js';
import { Documented } from '#shared/http/openapi/documented.decorator.js';
import { Roles } from '#shared/http/roles.guard.js';
import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';

@ApiTags('Operations')
@Controller('operations/saga-definitions')
@Roles('operator')
export class SagaDefinitionsController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Documented({
    id: 'listSagaDefinitions',
    summary: 'List the sagas as they are declared',
    description: 'Their steps in order, the event that each waits for, and what undoes it: enough to draw them.',
    answers: { 200: { description: 'All of them.', body: SagaDefinitionListResponse } },
  })
  async list(): Promise<{ items: DeclaredSaga[]; nextCursor: null }> {
    return { items: await this.queries.execute(new ListSagaDefinitions()), nextCursor: null };
  }
}
