import { WaitingJobsStore } from '#shared/jobs/waiting-jobs.store.js';
import type { SagaInstance } from '#shared/saga/saga.entity.js';
import { Injectable } from '@nestjs/common';

/** What runs is usually decided within a second; asking more often only costs both sides. */
const SOONEST_SECONDS = 1;
/** However far away our own next step is: a notice of the provider or the customer may decide at any moment. */
const LATEST_SECONDS = 60;
/** A person needs longer. */
const ATTENTION_SECONDS = 3600;

/** When it makes sense to ask again what became of a request. */
@Injectable()
export class NextLook {
  constructor(private readonly jobs: WaitingJobsStore) {}

  /** Whole seconds, at least one, as `Retry-After` says them (RFC 9110, 10.2.3). */
  async secondsUntil(saga: SagaInstance | undefined): Promise<number> {
    if (!saga) return SOONEST_SECONDS;
    if (saga.attention) return ATTENTION_SECONDS;
    const ms = (await this.jobs.untilNext(saga.id)) ?? 0;
    return Math.min(LATEST_SECONDS, Math.max(SOONEST_SECONDS, Math.ceil(ms / 1000)));
  }
}
