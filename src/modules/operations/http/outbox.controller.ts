import { OutboxResponse } from './outbox.response.js';
import { GetOutbox, type OutboxView } from '../contract/index.js';
import { Documented } from '#shared/http/openapi/documented.decorator.js';
import { Roles } from '#shared/http/roles.guard.js';
import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';

@ApiTags('Operations')
@Controller('operations/outbox')
@Roles('operator')
export class OutboxController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Documented({
    id: 'getOutbox',
    summary: 'Read how far consumers are behind',
    description:
      'What has happened and was not heard of by everybody yet, by consumer. `GET /api/operations/jobs` lists the dead letters.',
    answers: { 200: { description: 'As it is now.', body: OutboxResponse } },
  })
  read(): Promise<OutboxView> {
    return this.queries.execute(new GetOutbox());
  }
}
