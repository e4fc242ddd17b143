import { TimelineDocs } from './timeline.docs.js';
import type { TimelineResponse } from './timeline.response.js';
import { GetTimeline } from '../contract/index.js';
import { orderNotFound } from '../domain/order.errors.js';
import { Caller } from '#shared/http/caller.js';
import { isId } from '#shared/kernel/ids.js';
import { Controller, Get, Param } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';

@ApiTags('Orders')
@Controller('orders')
export class TimelineController {
  constructor(private readonly queries: QueryBus) {}

  @Get(':id/timeline')
  @TimelineDocs()
  async get(@Param('id') id: string, @Caller() caller: Caller): Promise<TimelineResponse> {
    const tenantId = caller.role === 'operator' ? undefined : caller.tenant;
    const items = isId(id) ? await this.queries.execute(new GetTimeline(id, tenantId)) : undefined;
    if (!items) throw orderNotFound(id);
    return { items };
  }
}
