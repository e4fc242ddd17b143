import { ActDesk } from '../acts/act-desk.js';
import { isUnderWay, notQuarantinable, notQuarantined } from '../acts/act.errors.js';
import { QuarantineSaga, ReleaseSaga, type ActView } from '../contract/index.js';
import { MeantSaga } from '../meant/meant-saga.js';
import { Unit } from '#shared/database/unit-of-work/unit.js';
import { heldBack, letGoOn } from '#shared/jobs/due-now.js';
import { QueuedJobsStore } from '#shared/jobs/queued-jobs.store.js';
import { SagaRuntime } from '#shared/saga/saga.runtime.js';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';

const SET_ASIDE = 'An operator has set it aside. Nothing of it moves until it is let go on.';

@CommandHandler(QuarantineSaga)
export class QuarantineSagaHandler implements ICommandHandler<QuarantineSaga> {
  constructor(
    private readonly meant: MeantSaga,
    private readonly sagas: SagaRuntime,
    private readonly jobs: QueuedJobsStore,
    private readonly desk: ActDesk,
  ) {}

  async execute({ sagaId, by }: QuarantineSaga): Promise<ActView> {
    const { tenantId, orderId, definition, correlationId } = await this.meant.find(sagaId);
    if (!this.sagas.knows(definition)) throw notQuarantinable('a newer version of the service moves it');
    const act = { name: 'sagas.quarantine', target: `saga/${sagaId}`, by, tenantId, orderId };
    return this.desk.perform(act, async () => {
      if (!(await this.sagas.setAside(definition, correlationId, SET_ASIDE)))
        throw notQuarantinable('it is over, or set aside already');
      const jobs = await this.jobs.under(sagaId);
      // What is under way ends in a moment, and may move the saga or charge the card until then.
      if (jobs.some(({ isRunning }) => isRunning)) throw isUnderWay();
      if (jobs.length > 0) Unit.current('a quarantine').write(heldBack, ...jobs);
    });
  }
}

@CommandHandler(ReleaseSaga)
export class ReleaseSagaHandler implements ICommandHandler<ReleaseSaga> {
  constructor(
    private readonly meant: MeantSaga,
    private readonly sagas: SagaRuntime,
    private readonly jobs: QueuedJobsStore,
    private readonly desk: ActDesk,
  ) {}

  async execute({ sagaId, by }: ReleaseSaga): Promise<ActView> {
    const { tenantId, orderId, definition, correlationId } = await this.meant.find(sagaId);
    const act = { name: 'sagas.release', target: `saga/${sagaId}`, by, tenantId, orderId };
    return this.desk.perform(act, async () => {
      if (!this.sagas.knows(definition) || !(await this.sagas.letGo(definition, correlationId))) throw notQuarantined();
      const jobs = await this.jobs.under(sagaId);
      if (jobs.length > 0) Unit.current('a release').write(letGoOn, ...jobs);
    });
  }
}
