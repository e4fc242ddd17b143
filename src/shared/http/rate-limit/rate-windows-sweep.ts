import { RateWindowsStore } from './rate-windows.store.js';
import { CONFIG } from '../../config/config.token.js';
import type { Config } from '../../config/config.js';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

/** Forgets tenants that come no more, every SWEEP_INTERVAL where requests are counted; a few rows, so without batches. */
@Injectable()
export class RateWindowsSweep implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('RateLimit');
  private timer?: NodeJS.Timeout;
  private running?: Promise<void>;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly windows: RateWindowsStore,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.rateLimit === undefined) return;
    this.timer = setInterval(
      () => void (this.running ??= this.sweep().finally(() => (this.running = undefined))),
      this.config.sweepIntervalMs,
    );
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  /** Never rejects: what is left over is found by the next run. */
  private async sweep(): Promise<void> {
    await this.windows
      .forgetOld()
      .catch((error: unknown) => this.logger.warn({ err: error }, 'forgetting old rate windows failed'));
  }
}
