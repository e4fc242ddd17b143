import { actAnswer, operatorOf } from './act-answers.js';
import { ActRequest, ResolveRequest, SagaActRequest } from './act.request.js';
import { pageOf } from './list-answer.js';
import {
  CompensateDocs,
  GetSagaDocs,
  QuarantineDocs,
  ReleaseDocs,
  ResolveDocs,
  RetryDocs,
  SearchSagasDocs,
} from './saga.docs.js';
import { SearchSagasRequest } from './saga.request.js';
import {
  CompensateSaga,
  GetSaga,
  QuarantineSaga,
  ReleaseSaga,
  ResolveSaga,
  RetrySaga,
  SearchSagas,
  type SagaView,
} from '../contract/index.js';
import { nothingThere } from '../acts/act.errors.js';
import { Idempotent, type Answer } from '#modules/idempotency/contract/index.js';
import { Caller } from '#shared/http/caller.js';
import { decodeCursor } from '#shared/http/cursor.js';
import { Roles } from '#shared/http/roles.guard.js';
import { parseDuration } from '#shared/kernel/duration.js';
import { isId } from '#shared/kernel/ids.js';
import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';

@ApiTags('Operations')
@Controller('operations/sagas')
@Roles('operator')
export class SagasController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @SearchSagasDocs()
  async search(@Query() query: SearchSagasRequest): Promise<{ items: SagaView[]; nextCursor: string | null }> {
    const { cursor, limit, tenant: tenantId, olderThan, ...exact } = query;
    const before = cursor === undefined ? undefined : decodeCursor(cursor, isId);
    const olderThanMs = olderThan === undefined ? undefined : parseDuration(olderThan);
    const filter = { ...exact, tenantId, olderThanMs, before, limit: limit + 1 };
    return pageOf(await this.queries.execute(new SearchSagas(filter)), limit, ({ id }) => id);
  }

  @Get(':id')
  @GetSagaDocs()
  async get(@Param('id') id: string): Promise<object> {
    const saga = isId(id) ? await this.queries.execute(new GetSaga(id)) : undefined;
    if (!saga) throw nothingThere('saga');
    return saga;
  }

  @Post(':id/retry')
  @HttpCode(200)
  @Idempotent({ operation: 'operations.sagas.retry' })
  @RetryDocs()
  async retry(@Param('id') id: string, @Body() body: ActRequest, @Caller() caller: Caller): Promise<Answer> {
    return actAnswer(this.commands.execute(new RetrySaga(idOf(id), operatorOf(caller, body))), body);
  }

  @Post(':id/compensate')
  @HttpCode(200)
  @Idempotent({ operation: 'operations.sagas.compensate' })
  @CompensateDocs()
  async compensate(@Param('id') id: string, @Body() body: SagaActRequest, @Caller() caller: Caller): Promise<Answer> {
    const by = operatorOf(caller, body);
    return actAnswer(this.commands.execute(new CompensateSaga(idOf(id), by, body.sagaVersion)), body);
  }

  @Post(':id/resolve')
  @HttpCode(200)
  @Idempotent({ operation: 'operations.sagas.resolve' })
  @ResolveDocs()
  async resolve(@Param('id') id: string, @Body() body: ResolveRequest, @Caller() caller: Caller): Promise<Answer> {
    const { outcome, providerReference, evidence, sagaVersion } = body;
    const found = { outcome, providerReference };
    const act = new ResolveSaga(idOf(id), operatorOf(caller, body), found, evidence, sagaVersion);
    return actAnswer(this.commands.execute(act), body);
  }

  @Post(':id/quarantine')
  @HttpCode(200)
  @Idempotent({ operation: 'operations.sagas.quarantine' })
  @QuarantineDocs()
  async quarantine(@Param('id') id: string, @Body() body: ActRequest, @Caller() caller: Caller): Promise<Answer> {
    return actAnswer(this.commands.execute(new QuarantineSaga(idOf(id), operatorOf(caller, body))), body);
  }

  @Post(':id/release')
  @HttpCode(200)
  @Idempotent({ operation: 'operations.sagas.release' })
  @ReleaseDocs()
  async release(@Param('id') id: string, @Body() body: ActRequest, @Caller() caller: Caller): Promise<Answer> {
    return actAnswer(this.commands.execute(new ReleaseSaga(idOf(id), operatorOf(caller, body))), body);
  }
}

function idOf(id: string): string {
  if (!isId(id)) throw nothingThere('saga');
  return id;
}
