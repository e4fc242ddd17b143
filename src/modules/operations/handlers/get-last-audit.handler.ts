import { GetLastAudit, type AuditView } from '../contract/index.js';
import { AuditsStore } from '../audit/audits.store.js';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';

@QueryHandler(GetLastAudit)
export class GetLastAuditHandler implements IQueryHandler<GetLastAudit> {
  constructor(private readonly audits: AuditsStore) {}

  execute(): Promise<AuditView | undefined> {
    return this.audits.last();
  }
}
