import { ActDesk } from '../acts/act-desk.js';
import { nothingToRetry, notUndoableHere } from '../acts/act.errors.js';
import { CompensateSaga, ResolveSaga, RetrySaga, type ActView } from '../contract/index.js';
import { MeantSaga } from '../meant/meant-saga.js';
import { PLACE_ORDER, UndoOrder } from '#modules/orders/contract/index.js';
import { ResolveDoubt } from '#modules/payments/contract/index.js';
import { Unit } from '#shared/database/unit-of-work/unit.js';
import { dueNow } from '#shared/jobs/due-now.js';
import { QueuedJobsStore } from '#shared/jobs/queued-jobs.store.js';
import { QUARANTINED, sagaQuarantined } from '#shared/saga/quarantine.js';
import { CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';

@CommandHandler(RetrySaga)
export class RetrySagaHandler implements ICommandHandler<RetrySaga> {
  constructor(
    private readonly meant: MeantSaga,
    private readonly jobs: QueuedJobsStore,
    private readonly desk: ActDesk,
  ) {}

  async execute({ sagaId, by }: RetrySaga): Promise<ActView> {
    const { tenantId, orderId, attention } = await this.meant.find(sagaId);
    if (attention?.code === QUARANTINED) throw sagaQuarantined();
    const jobs = await this.jobs.under(sagaId);
    const waiting = jobs.filter(({ isRunning }) => !isRunning);
    if (waiting.length === 0)
      throw nothingToRetry(
        jobs.length > 0 ? 'its job is at work' : 'it has no job; one that is lost is found by itself',
      );
    const target = `saga/${sagaId}`;
    return this.desk.perform({ name: 'sagas.retry', target, by, tenantId, orderId }, async () =>
      Unit.current('a retry').write(dueNow, ...waiting),
    );
  }
}

@CommandHandler(CompensateSaga)
export class CompensateSagaHandler implements ICommandHandler<CompensateSaga> {
  constructor(
    private readonly meant: MeantSaga,
    private readonly commands: CommandBus,
    private readonly desk: ActDesk,
  ) {}

  async execute({ sagaId, by, version }: CompensateSaga): Promise<ActView> {
    const saga = await this.meant.find(sagaId, version);
    if (saga.definition !== PLACE_ORDER) throw notUndoableHere(saga.definition);
    const { tenantId, orderId } = saga;
    const stake = await this.meant.stakeOf(saga);
    const act = { name: 'sagas.compensate', target: `saga/${sagaId}`, by, tenantId, orderId, stake };
    return this.desk.perform(act, async () => {
      const failure = { code: 'order_cancelled', detail: 'The order was cancelled by the operator.' };
      const { afterwards } = await this.commands.execute(new UndoOrder(orderId, failure));
      return { afterwards };
    });
  }
}

@CommandHandler(ResolveSaga)
export class ResolveSagaHandler implements ICommandHandler<ResolveSaga> {
  constructor(
    private readonly meant: MeantSaga,
    private readonly commands: CommandBus,
    private readonly desk: ActDesk,
  ) {}

  async execute({ sagaId, by, found, evidence, version }: ResolveSaga): Promise<ActView> {
    const saga = await this.meant.find(sagaId, version);
    const { tenantId, orderId, openStep } = saga;
    const step = openStep === 'payment.refund' ? openStep : 'payment.capture';
    const { outcome, providerReference = '' } = found;
    const told = outcome === 'applied' ? { outcome, providerReference } : { outcome };
    const act = {
      name: 'sagas.resolve',
      target: `saga/${sagaId}`,
      by,
      content: [step, outcome, providerReference],
      tenantId,
      orderId,
      evidence,
      stake: await this.meant.stakeOf(saga),
    };
    return this.desk.perform(act, async () => {
      await this.commands.execute(new ResolveDoubt(sagaId, step, told, evidence));
    });
  }
}
