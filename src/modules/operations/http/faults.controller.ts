import { ListFaultsDocs, SetFaultsDocs } from './fault.docs.js';
import { SetFaultsRequest } from './fault.request.js';
import type { FaultListResponse } from './fault.response.js';
import { nothingThere } from '../acts/act.errors.js';
import { ListFaults, SetFaults, type WaitingFault } from '../contract/index.js';
import { Roles } from '#shared/http/roles.guard.js';
import { Body, Controller, Get, Put } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';

@ApiTags('Operations')
@Controller('operations/sandbox/faults')
@Roles('operator')
export class FaultsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @ListFaultsDocs()
  async list(): Promise<FaultListResponse> {
    return listed(await this.queries.execute(new ListFaults()));
  }

  @Put()
  @SetFaultsDocs()
  async set(@Body() { items }: SetFaultsRequest): Promise<FaultListResponse> {
    return listed(await this.commands.execute(new SetFaults(items)));
  }
}

function listed(faults: readonly WaitingFault[] | undefined): FaultListResponse {
  if (!faults) throw nothingThere('sandbox');
  return { items: [...faults], nextCursor: null };
}
