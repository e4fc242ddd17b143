import { ListFaults, SetFaults, type WaitingFault } from '../contract/index.js';
import { SandboxFaults } from '../faults/sandbox-faults.js';
import { CommandHandler, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';

@QueryHandler(ListFaults)
export class ListFaultsHandler implements IQueryHandler<ListFaults> {
  constructor(private readonly sandbox: SandboxFaults) {}

  async execute(): Promise<WaitingFault[] | undefined> {
    return this.sandbox.isThere ? this.sandbox.list() : undefined;
  }
}

@CommandHandler(SetFaults)
export class SetFaultsHandler implements ICommandHandler<SetFaults> {
  constructor(private readonly sandbox: SandboxFaults) {}

  async execute({ faults }: SetFaults): Promise<WaitingFault[] | undefined> {
    if (!this.sandbox.isThere) return undefined;
    await this.sandbox.replaceBy(faults);
    return this.sandbox.list();
  }
}
