import { actAnswer, operatorOf } from './act-answers.js';
import { ActRequest } from './act.request.js';
import { InspectKeyDocs, InspectKeysDocs, ReleaseKeyDocs } from './key.docs.js';
import { InspectKeysRequest } from './key.request.js';
import { pageOf } from './list-answer.js';
import { nothingThere } from '../acts/act.errors.js';
import { InspectKey, InspectKeys, LetKeyGo, type InspectedKey } from '../contract/index.js';
import { Idempotent, type Answer } from '#modules/idempotency/contract/index.js';
import { Caller } from '#shared/http/caller.js';
import { decodeCursor } from '#shared/http/cursor.js';
import { Roles } from '#shared/http/roles.guard.js';
import { isId } from '#shared/kernel/ids.js';
import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';

@ApiTags('Operations')
@Controller('operations/keys')
@Roles('operator')
export class KeysController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @InspectKeysDocs()
  async list(@Query() query: InspectKeysRequest): Promise<{ items: InspectedKey[]; nextCursor: string | null }> {
    const { cursor, limit, tenant: tenantId, ...exact } = query;
    const before = cursor === undefined ? undefined : decodeCursor(cursor, isId);
    const found = await this.queries.execute(new InspectKeys({ ...exact, tenantId, before, limit: limit + 1 }));
    return pageOf(found, limit, ({ id }) => id);
  }

  @Get(':id')
  @InspectKeyDocs()
  async get(@Param('id') id: string): Promise<InspectedKey> {
    const key = isId(id) ? await this.queries.execute(new InspectKey(id)) : undefined;
    if (!key) throw nothingThere('key');
    return key;
  }

  @Post(':id/release')
  @HttpCode(200)
  @Idempotent({ operation: 'operations.keys.release' })
  @ReleaseKeyDocs()
  async release(@Param('id') id: string, @Body() body: ActRequest, @Caller() caller: Caller): Promise<Answer> {
    if (!isId(id)) throw nothingThere('key');
    return actAnswer(this.commands.execute(new LetKeyGo(id, operatorOf(caller, body))), body);
  }
}
