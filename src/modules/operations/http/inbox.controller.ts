import { actAnswer, operatorOf } from './act-answers.js';
import { ActRequest } from './act.request.js';
import { ListInboxDocs, MatchMessageDocs, ReplayMessageDocs } from './inbox.docs.js';
import { ListInboxRequest, MatchRequest } from './inbox.request.js';
import { pageOf } from './list-answer.js';
import { nothingThere } from '../acts/act.errors.js';
import { ListInbox, MatchMessage, ReplayMessage, type MessageView } from '../contract/index.js';
import { Idempotent, type Answer } from '#modules/idempotency/contract/index.js';
import { Caller } from '#shared/http/caller.js';
import { decodeCursor } from '#shared/http/cursor.js';
import { Roles } from '#shared/http/roles.guard.js';
import { isId } from '#shared/kernel/ids.js';
import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';

@ApiTags('Operations')
@Controller('operations/inbox')
@Roles('operator')
export class InboxController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @ListInboxDocs()
  async list(@Query() query: ListInboxRequest): Promise<{ items: MessageView[]; nextCursor: string | null }> {
    const { cursor, limit, ...exact } = query;
    const before = cursor === undefined ? undefined : decodeCursor(cursor, isId);
    const found = await this.queries.execute(new ListInbox({ ...exact, before, limit: limit + 1 }));
    return pageOf(found, limit, ({ id }) => id);
  }

  @Post(':id/replay')
  @HttpCode(200)
  @Idempotent({ operation: 'operations.inbox.replay' })
  @ReplayMessageDocs()
  async replay(@Param('id') id: string, @Body() body: ActRequest, @Caller() caller: Caller): Promise<Answer> {
    return actAnswer(this.commands.execute(new ReplayMessage(idOf(id), operatorOf(caller, body))), body);
  }

  @Post(':id/match')
  @HttpCode(200)
  @Idempotent({ operation: 'operations.inbox.match' })
  @MatchMessageDocs()
  async match(@Param('id') id: string, @Body() body: MatchRequest, @Caller() caller: Caller): Promise<Answer> {
    const act = new MatchMessage(idOf(id), body.orderId, operatorOf(caller, body));
    return actAnswer(this.commands.execute(act), body);
  }
}

function idOf(id: string): string {
  if (!isId(id)) throw nothingThere('message');
  return id;
}
