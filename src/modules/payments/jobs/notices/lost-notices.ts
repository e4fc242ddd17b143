import { APPLY_NOTICE_JOB } from '../job-requests.js';
import { CONFIG } from '#shared/config/config.token.js';
import type { Config } from '#shared/config/config.js';
import { enqueue } from '#shared/jobs/job-writes.js';
import { Recovery, type RecoveryTask } from '#shared/jobs/recovery.js';
import { InboxStore } from '#shared/messaging/inbox.store.js';
import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';

/** Notices looked after per sweep; the next sweep, a third of a lease later, takes the next ones. */
const BATCH = 100;

/** Finds notices that wait to be applied and have no job that would, whatever took it away, and gives them one. */
@Injectable()
export class LostNotices implements RecoveryTask<string>, OnModuleInit {
  private readonly logger = new Logger('Recovery');

  constructor(
    private readonly inbox: InboxStore,
    private readonly recovery: Recovery,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.recovery.add(this);
  }

  find(): Promise<readonly string[]> {
    return this.inbox.withoutJob(this.config.leaseMs, BATCH);
  }

  async mend(messageId: string): Promise<void> {
    this.logger.warn({ messageId }, 'found a message without a job');
    enqueue({ name: APPLY_NOTICE_JOB, key: `${messageId}:apply`, payload: { messageId } });
  }
}
