import { ListActsDocs } from './acts.docs.js';
import { ListActsRequest } from './acts.request.js';
import { pageOf } from './list-answer.js';
import { ListActs, type PastAct } from '../contract/index.js';
import { decodeCursor } from '#shared/http/cursor.js';
import { Roles } from '#shared/http/roles.guard.js';
import { isId } from '#shared/kernel/ids.js';
import { Controller, Get, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';

@ApiTags('Operations')
@Controller('operations/acts')
@Roles('operator')
export class ActsController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @ListActsDocs()
  async list(@Query() query: ListActsRequest): Promise<{ items: PastAct[]; nextCursor: string | null }> {
    const { cursor, limit, ...exact } = query;
    const before = cursor === undefined ? undefined : decodeCursor(cursor, isId);
    const found = await this.queries.execute(new ListActs({ ...exact, before, limit: limit + 1 }));
    return pageOf(found, limit, ({ id }) => id);
  }
}
