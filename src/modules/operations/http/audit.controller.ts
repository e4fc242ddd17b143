import { AuditDocs } from './audit.docs.js';
import { GetLastAudit, type AuditView } from '../contract/index.js';
import { notAudited } from '../audit/audit.errors.js';
import { Roles } from '#shared/http/roles.guard.js';
import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';

/** It names orders of every tenant, so it is for operators. */
@ApiTags('Operations')
@Controller('operations/audit')
export class AuditController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Roles('operator')
  @AuditDocs()
  async last(): Promise<AuditView> {
    const audit = await this.queries.execute(new GetLastAudit());
    if (!audit) throw notAudited();
    return audit;
  }
}
