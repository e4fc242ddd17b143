import { putBack, takePending } from './stopped-duplicates.js';
import { StoppedDuplicatesStore } from './stopped-duplicates.store.js';
import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';

/** Half of the two seconds within which a count has to be visible (semantics 40). */
const FLUSH_INTERVAL_MS = 1_000;
/**
 * A repeat may be noticed before the commit that makes its saga visible, or before anybody knows what its message is
 * about; after this long it is about nobody.
 */
const UNKNOWN_FOR_MS = 10_000;

/** Writes what was counted, in one statement for all of it. A crash loses one interval at most. */
@Injectable()
export class StoppedDuplicatesFlusher implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly logger = new Logger('Duplicates');
  private timer?: NodeJS.Timeout;
  private running?: Promise<void>;

  constructor(private readonly store: StoppedDuplicatesStore) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(
      () => void (this.running ??= this.flush().finally(() => (this.running = undefined))),
      FLUSH_INTERVAL_MS,
    );
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  /** After everything that counts has ended, before the connections go. */
  beforeApplicationShutdown(): Promise<void> {
    return this.flush();
  }

  private async flush(): Promise<void> {
    const counts = takePending();
    if (counts.length === 0) return;
    try {
      const written = new Set(await this.store.add(counts));
      const young = Date.now() - UNKNOWN_FOR_MS;
      putBack(counts.filter((count) => !written.has(count) && count.firstAt > young));
    } catch (error) {
      putBack(counts);
      this.logger.warn({ err: error }, 'writing the counts failed and will be tried again');
    }
  }
}
