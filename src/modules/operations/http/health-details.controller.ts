import { HealthDocs } from './health.docs.js';
import { GetHealth, type HealthView } from '../contract/index.js';
import { Roles } from '#shared/http/roles.guard.js';
import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';

/** What the public checks do not tell strangers. */
@ApiTags('Operations')
@Controller('operations/health')
@Roles('operator')
export class HealthDetailsController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @HealthDocs()
  read(): Promise<HealthView> {
    return this.queries.execute(new GetHealth());
  }
}
