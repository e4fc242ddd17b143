import { ListErrors, ListJobs, type ErrorGroup, type JobView } from '../contract/index.js';
import { QueuedJobsStore, type QueuedJobView } from '#shared/jobs/queued-jobs.store.js';
import { DeadLettersStore, type DeadLetter, type LetterPlace } from '#shared/messaging/dead-letters.store.js';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';

type Placed = JobView & { readonly position: string };

@QueryHandler(ListJobs)
export class ListJobsHandler implements IQueryHandler<ListJobs> {
  constructor(
    private readonly jobs: QueuedJobsStore,
    private readonly letters: DeadLettersStore,
  ) {}

  async execute({ filter: { state, group, after, limit } }: ListJobs): Promise<Placed[]> {
    if (state === 'dead') {
      const place = after === undefined ? undefined : placeOf(after);
      return (await this.letters.page(limit, place, group)).map(letterView);
    }
    return (await this.jobs.page(state, limit, after)).map((job) => ({ ...jobView(job), state, position: job.id }));
  }
}

/** Back from the position of a letter in the list. */
function placeOf(after: string): LetterPlace {
  const [position = '', consumer = ''] = after.split('~', 2);
  return { position, consumer };
}

const letterView = (letter: DeadLetter): Placed => ({
  position: `${letter.position}~${letter.consumer}`,
  id: `${letter.consumer}~${letter.messageId}`,
  kind: 'message',
  state: 'dead',
  name: letter.name,
  tenantId: letter.tenantId,
  orderId: letter.aggregateId,
  failures: letter.attempts,
  crashes: 0,
  error: letter.error ?? undefined,
  group: letter.group,
  waitingBehind: letter.waitingBehind,
  since: letter.deadAt.toISOString(),
});

const jobView = ({ id, name, key, failures, crashes, since, runsAt }: QueuedJobView): Omit<JobView, 'state'> => ({
  id,
  kind: 'job',
  name,
  key,
  failures,
  crashes,
  waitingBehind: 0,
  since: since.toISOString(),
  runsAt: runsAt.toISOString(),
});

@QueryHandler(ListErrors)
export class ListErrorsHandler implements IQueryHandler<ListErrors> {
  constructor(private readonly letters: DeadLettersStore) {}

  async execute(): Promise<ErrorGroup[]> {
    const groups = await this.letters.groups();
    return groups.map(({ error, oldest, ...group }) => ({
      ...group,
      error: error ?? undefined,
      oldest: oldest.toISOString(),
    }));
  }
}
