import { REFUND_JOB, RESOLVE_JOB } from './job-requests.js';
import { LostWorkStore } from '../lost-work.store.js';
import { CONFIG } from '#shared/config/config.token.js';
import type { Config } from '#shared/config/config.js';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';

/** When a service starts, every payment and refund in doubt is looked up at once (semantics 20). */
@Injectable()
export class LookAtStart implements OnApplicationBootstrap {
  constructor(
    private readonly store: LostWorkStore,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.role !== 'api') await this.store.lookNow([RESOLVE_JOB, REFUND_JOB]);
  }
}
