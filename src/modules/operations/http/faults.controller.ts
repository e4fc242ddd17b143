import { KillWorkerDocs, ListFaultsDocs, SetFaultsDocs } from './fault.docs.js';
import { SetFaultsRequest } from './fault.request.js';
import type { FaultListResponse } from './fault.response.js';
import { nothingThere } from '../acts/act.errors.js';
import { KillWorker, ListFaults, SetFaults, type WaitingFaults } from '../contract/index.js';
import { Roles } from '#shared/http/roles.guard.js';
import { Body, Controller, Delete, Get, HttpCode, Put, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { once } from 'node:events';

@ApiTags('Operations')
@Controller('operations/sandbox')
@Roles('operator')
export class FaultsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get('faults')
  @ListFaultsDocs()
  async list(): Promise<FaultListResponse> {
    return listed(await this.queries.execute(new ListFaults()));
  }

  @Put('faults')
  @SetFaultsDocs()
  async set(@Body() { items }: SetFaultsRequest): Promise<FaultListResponse> {
    return listed(await this.commands.execute(new SetFaults(items)));
  }

  @Delete('worker')
  @HttpCode(204)
  @KillWorkerDocs()
  async kill(@Res({ passthrough: true }) { raw }: FastifyReply): Promise<void> {
    // Also when nobody waits for the answer any more.
    await this.commands.execute(new KillWorker(raw.closed ? Promise.resolve() : once(raw, 'close')));
  }
}

function listed(waiting: WaitingFaults | undefined): FaultListResponse {
  if (!waiting) throw nothingThere('sandbox');
  return { items: [...waiting.faults], workerKillable: waiting.workerKillable, nextCursor: null };
}
