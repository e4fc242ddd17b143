import { ActDesk } from '../acts/act-desk.js';
import { isAtWork, notDead, nothingThere } from '../acts/act.errors.js';
import { RedriveAll, RedriveOne, type ActView } from '../contract/index.js';
import { Unit } from '#shared/database/unit-of-work/unit.js';
import { dueNow } from '#shared/jobs/due-now.js';
import { QueuedJobsStore } from '#shared/jobs/queued-jobs.store.js';
import { isId } from '#shared/kernel/ids.js';
import { DeadLettersStore } from '#shared/messaging/dead-letters.store.js';
import { redrives } from '#shared/messaging/redrives.js';
import { QUARANTINED, sagaQuarantined } from '#shared/saga/quarantine.js';
import { SagaSearchStore } from '#shared/saga/saga-search.store.js';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';

/** A number of the queue: a bigint, and no more digits than that. */
const JOB_ID = /^[1-9]\d{0,17}$/;

@CommandHandler(RedriveOne)
export class RedriveOneHandler implements ICommandHandler<RedriveOne> {
  constructor(
    private readonly jobs: QueuedJobsStore,
    private readonly letters: DeadLettersStore,
    private readonly sagas: SagaSearchStore,
    private readonly desk: ActDesk,
  ) {}

  execute({ id, by }: RedriveOne): Promise<ActView> {
    const target = `job/${id}`;
    return this.desk.perform({ name: 'jobs.redrive', target, by }, () =>
      JOB_ID.test(id) ? this.job(id) : this.letter(id),
    );
  }

  private async job(id: string): Promise<void> {
    const job = await this.jobs.byId(id);
    if (!job) throw nothingThere('job');
    if (job.isRunning) throw isAtWork();
    const sagaId = job.key.split(':', 1)[0]!;
    const saga = isId(sagaId) ? await this.sagas.byId(sagaId) : undefined;
    if (saga?.attention?.code === QUARANTINED) throw sagaQuarantined();
    Unit.current('a redrive').write(dueNow, job);
  }

  private async letter(id: string): Promise<{ tenantId: string; orderId: string }> {
    const [consumer = '', messageId = ''] = id.split('~');
    const letter = isId(messageId) ? await this.letters.find(consumer, messageId) : undefined;
    if (!letter) throw notDead();
    Unit.current('a redrive').write(redrives, letter);
    return { tenantId: letter.tenantId, orderId: letter.aggregateId };
  }
}

/** A unit writes them all at once; whoever has more presses again. */
const AT_ONCE = 500;

@CommandHandler(RedriveAll)
export class RedriveAllHandler implements ICommandHandler<RedriveAll> {
  constructor(
    private readonly letters: DeadLettersStore,
    private readonly desk: ActDesk,
  ) {}

  execute({ group, by }: RedriveAll): Promise<ActView> {
    const act = { name: 'jobs.redrive-all', target: `errors/${group ?? 'all'}`, by };
    return this.desk.perform(act, async () => {
      const letters = await this.letters.page(AT_ONCE, undefined, group);
      if (letters.length === 0) throw notDead();
      Unit.current('a redrive').write(redrives, ...letters);
    });
  }
}
