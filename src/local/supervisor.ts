import { setTimeout } from 'node:timers/promises';
import { GivenUp, NeverServed, toldOf } from './service-ended.js';
import type { Death, ServiceLife } from './service-life.js';
import type { ServiceOrder } from './service-order.js';

/**
 * 10 s: what kills a service because of what it finds, a row that it cannot read or a job that brings it down, does so
 * in its first seconds. A kill by hand rarely comes so soon.
 */
const LONG_LIFE_MS = 10_000;

/** Three deaths make the service set aside the job that caused them; the fifth in a row has a reason that stays. */
const MOST_SHORT_LIVES = 5;

/**
 * 100 ms, doubled by every short life: a signal that was meant for all of us has come to us as well by then, and what is
 * only in the way for a moment, such as a port that a connection has borrowed, is gone 3 s later.
 */
const FIRST_PAUSE_MS = 100;

/** Of a process that has used up its grace: from the end of that to SIGKILL. */
const LATE_MS = 1_000;

export interface Supervision {
  /** Starts one process, which loads; it calls `onWish` to be killed. */
  readonly bear: (onWish: () => void) => ServiceLife;
  /** Of the service, from SIGTERM to its end. */
  readonly graceMs: number;
  readonly tell: (line: string) => void;
  readonly pause?: (ms: number) => Promise<unknown>;
}

/** Keeps the service alive: one process at a time, another one when it dies, until it is stopped or dies too often. */
export class Supervisor {
  /** Rejects when it is not started again any more: `GivenUp`, or whatever keeps the system from making a process. */
  readonly failed: Promise<never>;

  private readonly fail: (error: unknown) => void;
  private readonly struck = new WeakSet<ServiceLife>();
  private life: ServiceLife;
  private isStopping = false;

  /** The first process loads from now on. */
  constructor(private readonly supervision: Supervision) {
    const { promise, reject } = Promise.withResolvers<never>();
    [this.failed, this.fail] = [promise, reject];
    // Nobody listens until the first start has succeeded.
    this.failed.catch(() => undefined);
    this.life = this.bear();
  }

  /** Resolves when the service serves for the first time. Throws `NeverServed` when it ends by itself instead. */
  async start(order: ServiceOrder): Promise<void> {
    for (;;) {
      const { life } = this;
      life.begin(order);
      const death = await Promise.race([life.serves, life.ended]);
      if (!death) break;
      await this.pause(FIRST_PAUSE_MS);
      // Work that was left over meets a kill that was armed before the last end.
      if (this.isStopping || !this.struck.has(life)) throw new NeverServed(death);
      this.bearAgain(death);
    }
    void this.keepAlive(order).catch(this.fail);
  }

  /** Has it killed on purpose, which is no failure of it. Resolves when it is dead; it is then started again. */
  async strike(): Promise<void> {
    const { life } = this;
    this.struck.add(life);
    life.kill();
    await life.ended;
  }

  /** Ends it in order and for good. Throws when it had to be killed. */
  async stop(): Promise<void> {
    this.isStopping = true;
    const { life } = this;
    life.terminate();
    const isLate = this.pause(this.supervision.graceMs + LATE_MS).then(() => true);
    if (!(await Promise.race([life.ended.then(() => false), isLate]))) return;
    life.kill();
    await life.ended;
    throw new Error('it did not end within its grace and was killed');
  }

  private async keepAlive(order: ServiceOrder): Promise<void> {
    for (let shortLives = 0; ;) {
      const { life } = this;
      const death = await life.ended;
      if (this.isStopping) return;
      if (death.servedMs >= LONG_LIFE_MS) shortLives = 0;
      else if (!this.struck.has(life)) shortLives += 1;
      if (shortLives === MOST_SHORT_LIVES) throw new GivenUp(shortLives, LONG_LIFE_MS, death);
      await this.pause(FIRST_PAUSE_MS * 2 ** shortLives);
      if (this.isStopping) return;
      this.bearAgain(death);
      this.life.begin(order);
    }
  }

  private bearAgain(death: Death): void {
    this.supervision.tell(`The service ${toldOf(death)} and is started again.`);
    this.life = this.bear();
  }

  private bear(): ServiceLife {
    return this.supervision.bear(() => void this.strike());
  }

  private pause(ms: number): Promise<unknown> {
    return (this.supervision.pause ?? setTimeout)(ms);
  }
}
