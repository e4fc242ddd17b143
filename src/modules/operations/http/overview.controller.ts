import { OverviewDocs, OverviewStreamDocs } from './overview.docs.js';
import { GetOverview, type Overview } from '../contract/index.js';
import { OverviewFeed } from './overview-feed.js';
import { Roles } from '#shared/http/roles.guard.js';
import { Controller, Get, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';

@ApiTags('Operations')
@Controller('operations/overview')
@Roles('operator')
export class OverviewController {
  constructor(
    private readonly queries: QueryBus,
    private readonly feed: OverviewFeed,
  ) {}

  @Get()
  @OverviewDocs()
  read(): Promise<Overview> {
    return this.queries.execute(new GetOverview());
  }

  @Get('stream')
  @OverviewStreamDocs()
  watch(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    void reply.headers({
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      // nginx would collect events until a buffer is full.
      'X-Accel-Buffering': 'no',
    });
    // Who asks for the head alone would listen for ever.
    void reply.send(request.method === 'HEAD' ? undefined : this.feed.join());
  }
}
