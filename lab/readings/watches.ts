import { every } from './every.js';
import { InFlightWatch } from './in-flight.js';
import { MemoryWatch } from './memory.js';
import type { Stage } from '../stack/stage.js';

/** Often enough that nothing decided within a lease is missed; seldom enough that looking is no load. */
const LOOK_EVERY_MS = 250;
/** As `top` does. */
const WEIGH_EVERY_MS = 1_000;

/** Everything that is looked at while a run goes on. */
export class Watches {
  readonly inFlight: InFlightWatch;
  readonly memory: MemoryWatch;
  private readonly over = new AbortController();
  private readonly going: Promise<void>[] = [];

  /** @param beganAt of `performance.now()` */
  constructor(
    private readonly stage: Stage,
    beganAt: number,
  ) {
    this.memory = new MemoryWatch(stage.instances);
    this.inFlight = new InFlightWatch(stage.looks, beganAt, () => this.serving);
    this.also(LOOK_EVERY_MS, () => this.inFlight.look());
    this.also(LOOK_EVERY_MS, async () => this.revive());
    this.also(WEIGH_EVERY_MS, async () => this.memory.look());
  }

  /** Something else to be done again and again. */
  also(everyMs: number, look: () => Promise<unknown>): void {
    this.going.push(every(everyMs, this.over.signal, look));
  }

  async end(): Promise<void> {
    this.over.abort();
    await Promise.all(this.going);
  }

  private get serving(): number {
    return this.stage.instances.filter(({ state }) => state === 'serves').length;
  }

  private revive(): void {
    for (const instance of this.stage.instances) instance.reviveAfterDeathOfItsOwn();
  }
}
