import { DeadWorkers } from './dead-workers.js';
import { CONFIG } from '../config/config.token.js';
import type { Config } from '../config/config.js';
import { UnitOfWork } from '../database/unit-of-work/unit-of-work.js';
import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';

/**
 * Finds what nobody works at any more, and puts each of it back on its way inside a unit of work of its own. Both must be
 * harmless when they come twice: every instance does this.
 */
export interface RecoveryTask<Item> {
  find(): Promise<readonly Item[]>;
  mend(item: Item): Promise<void>;
}

/**
 * Runs as often as hearts beat, every LEASE/3, on every instance that works, and at once at start: recovery needs neither
 * a client nor a boot (semantics 26, which asks for LEASE/2: what is left of two leases is the provider's, who is asked
 * again). A run that takes longer than the interval is not overtaken by the next one.
 */
@Injectable()
export class Recovery implements OnModuleDestroy {
  private readonly logger = new Logger('Recovery');
  private readonly tasks: (() => Promise<void>)[] = [];
  private timer?: NodeJS.Timeout;
  private running?: Promise<void>;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly deadWorkers: DeadWorkers,
    private readonly units: UnitOfWork,
  ) {
    this.tasks.push(() => this.giveJobsToTheLiving());
  }

  add<Item>(task: RecoveryTask<Item>): void {
    this.tasks.push(async () => {
      for (const item of await task.find()) await this.units.run(() => task.mend(item));
    });
  }

  /** Where the role includes working. */
  begin(): void {
    if (this.config.role === 'api') return;
    this.sweep();
    this.timer = setInterval(() => this.sweep(), this.config.leaseMs / 3);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  private sweep(): void {
    this.running ??= this.runAll().finally(() => (this.running = undefined));
  }

  private async runAll(): Promise<void> {
    for (const task of this.tasks) {
      await task().catch((error: unknown) =>
        this.logger.error({ err: error }, 'a recovery task failed and will run again'),
      );
    }
  }

  private async giveJobsToTheLiving(): Promise<void> {
    for (const { key, orderId, quarantined } of await this.deadWorkers.reissue(this.config.leaseMs)) {
      if (quarantined) {
        this.logger.error(
          { job: key, orderId },
          'this job has killed its worker three times and is set aside for an hour',
        );
      } else {
        this.logger.warn({ job: key, orderId }, 'gave the job of a silent worker to the living');
      }
    }
  }
}
