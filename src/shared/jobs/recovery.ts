import { DeadWorkers } from './dead-workers.js';
import { CONFIG } from '../config/config.token.js';
import type { Config } from '../config/config.js';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

/** Something that finds work which nobody does any more and puts it back on its way; idempotent. */
export type RecoveryTask = () => Promise<unknown>;

/**
 * Runs every LEASE/2 on every instance that works, and at once at start: recovery needs neither a client nor a boot
 * (semantics 26). A run that takes longer than the interval is not overtaken by the next one.
 */
@Injectable()
export class Recovery implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Recovery');
  private readonly tasks: RecoveryTask[] = [];
  private timer?: NodeJS.Timeout;
  private running?: Promise<void>;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    deadWorkers: DeadWorkers,
  ) {
    this.add(async () => {
      const reissued = await deadWorkers.reissue(config.leaseMs);
      if (reissued > 0) this.logger.warn({ reissued }, 'gave the jobs of silent workers to the living');
    });
  }

  add(task: RecoveryTask): void {
    this.tasks.push(task);
  }

  onApplicationBootstrap(): void {
    if (this.config.role === 'api') return;
    this.sweep();
    this.timer = setInterval(() => this.sweep(), this.config.leaseMs / 2);
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
}
