import { DOOR_SETTINGS, type DoorSettings } from './door-settings.js';
import { RecordStore } from './ports/record-store.port.js';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';

/** Removes expired records, again and again. */
@Injectable()
export class ExpirySweep implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Expiry');
  private running?: Promise<void>;
  private stopping = false;

  constructor(
    @Inject(DOOR_SETTINGS) private readonly settings: DoorSettings,
    private readonly records: RecordStore,
    private readonly scheduler: SchedulerRegistry,
  ) {}

  onApplicationBootstrap(): void {
    if (this.settings.sweepIntervalMs === 0) return;
    // A run that takes longer than the interval is not overtaken by the next one.
    const timer = setInterval(() => this.run(), this.settings.sweepIntervalMs);
    this.scheduler.addInterval('idempotency.expiry', timer);
  }

  private run(): void {
    this.running ??= this.sweep().finally(() => (this.running = undefined));
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    await this.running;
  }

  /** Never rejects: what is left over is found by the next run. */
  private async sweep(): Promise<void> {
    try {
      const removed = await this.records.removeExpired(() => this.stopping);
      if (removed > 0) this.logger.log({ removed }, 'removed expired idempotency records');
    } catch (error) {
      this.logger.warn({ err: error }, 'removing expired records failed and will run again');
    }
  }
}
