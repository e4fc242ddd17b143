import { Relay } from './relay.js';
import { JobWorker } from '../jobs/job-worker.js';
import { Recovery } from '../jobs/recovery.js';
import { Module, type OnApplicationBootstrap } from '@nestjs/common';

/**
 * Sets to work what works by itself, when everything it calls is there: a job that runs before the buses know their
 * handlers fails, and what it publishes is heard by no saga. Must be imported last, and not be global: Nest bootstraps
 * global modules first, in the order of their import, and @nestjs/cqrs registers handlers and sagas when it is one of
 * those.
 */
@Module({})
export class WorkingModule implements OnApplicationBootstrap {
  constructor(
    private readonly relay: Relay,
    private readonly recovery: Recovery,
    private readonly worker: JobWorker,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.relay.begin();
    this.recovery.begin();
    await this.worker.begin();
  }
}
