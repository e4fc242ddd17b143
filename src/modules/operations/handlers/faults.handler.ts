import { KillWorker, ListFaults, SetFaults, type WaitingFaults } from '../contract/index.js';
import { nothingThere } from '../acts/act.errors.js';
import { SandboxFaults } from '../faults/sandbox-faults.js';
import { workerNotKillable } from '../faults/worker.errors.js';
import { Worker } from '../faults/worker.js';
import { CommandHandler, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';

@QueryHandler(ListFaults)
export class ListFaultsHandler implements IQueryHandler<ListFaults> {
  constructor(
    private readonly sandbox: SandboxFaults,
    private readonly worker: Worker,
  ) {}

  async execute(): Promise<WaitingFaults | undefined> {
    if (!this.sandbox.isThere) return undefined;
    return { faults: await this.sandbox.list(), workerKillable: this.worker.isKillable };
  }
}

@CommandHandler(SetFaults)
export class SetFaultsHandler implements ICommandHandler<SetFaults> {
  constructor(
    private readonly sandbox: SandboxFaults,
    private readonly worker: Worker,
  ) {}

  async execute({ faults }: SetFaults): Promise<WaitingFaults | undefined> {
    if (!this.sandbox.isThere) return undefined;
    const { isKillable } = this.worker;
    if (!isKillable && faults.some(({ kind }) => kind === 'kill-worker')) throw workerNotKillable();
    await this.sandbox.replaceBy(faults);
    return { faults: await this.sandbox.list(), workerKillable: isKillable };
  }
}

@CommandHandler(KillWorker)
export class KillWorkerHandler implements ICommandHandler<KillWorker> {
  constructor(
    private readonly sandbox: SandboxFaults,
    private readonly worker: Worker,
  ) {}

  async execute({ answered }: KillWorker): Promise<void> {
    if (!this.sandbox.isThere) throw nothingThere('sandbox');
    if (!this.worker.isKillable) throw workerNotKillable();
    const kill = (): void => this.worker.killItself();
    void answered.then(kill, kill);
  }
}
