import { actAnswer, operatorOf } from './act-answers.js';
import { ActRequest } from './act.request.js';
import { ListErrorsDocs, ListJobsDocs, RedriveAllDocs, RedriveDocs } from './job.docs.js';
import { ListJobsRequest, RedriveAllRequest } from './job.request.js';
import { pageOf } from './list-answer.js';
import { ListErrors, ListJobs, RedriveAll, RedriveOne, type ErrorGroup, type JobView } from '../contract/index.js';
import { Idempotent, type Answer } from '#modules/idempotency/contract/index.js';
import { Caller } from '#shared/http/caller.js';
import { decodeCursor } from '#shared/http/cursor.js';
import { Roles } from '#shared/http/roles.guard.js';
import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';

/** A place in the queue: a positive bigint. Of a dead letter: that of its message, and its consumer. */
const PLACE = /^[1-9]\d{0,17}$/;
const LETTER_PLACE = /^[1-9]\d{0,17}~[\x21-\x7e]{1,100}$/;

@ApiTags('Operations')
@Controller('operations/jobs')
@Roles('operator')
export class JobsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @ListJobsDocs()
  async list(@Query() query: ListJobsRequest): Promise<{ items: JobView[]; nextCursor: string | null }> {
    const { cursor, limit, state, group } = query;
    const after =
      cursor === undefined
        ? undefined
        : decodeCursor(cursor, (place) => (state === 'dead' ? LETTER_PLACE : PLACE).test(place));
    const found = await this.queries.execute(new ListJobs({ state, group, after, limit: limit + 1 }));
    const { items, nextCursor } = pageOf(found, limit, ({ position }) => position);
    return { items: items.map(({ position: _position, ...job }) => job), nextCursor };
  }

  @Get('errors')
  @ListErrorsDocs()
  async errors(): Promise<{ items: ErrorGroup[]; nextCursor: null }> {
    return { items: await this.queries.execute(new ListErrors()), nextCursor: null };
  }

  @Post('redrive')
  @HttpCode(200)
  @Idempotent({ operation: 'operations.jobs.redrive-all' })
  @RedriveAllDocs()
  async redriveAll(@Body() body: RedriveAllRequest, @Caller() caller: Caller): Promise<Answer> {
    return actAnswer(this.commands.execute(new RedriveAll(body.group, operatorOf(caller, body))), body);
  }

  @Post(':id/redrive')
  @HttpCode(200)
  @Idempotent({ operation: 'operations.jobs.redrive' })
  @RedriveDocs()
  async redrive(@Param('id') id: string, @Body() body: ActRequest, @Caller() caller: Caller): Promise<Answer> {
    return actAnswer(this.commands.execute(new RedriveOne(id, operatorOf(caller, body))), body);
  }
}
