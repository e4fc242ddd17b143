import type { PlannedFault } from '../plan/planned-faults.js';
import { LEASE_MS } from '../stack/stage.js';
import type { Instance } from '../stack/instance.js';
import { setTimeout as pause } from 'node:timers/promises';

/** When an instance was killed, on the clock of this machine (Unix ms). */
export interface Kill {
  readonly at: number;
  readonly instance: number;
}

const LOOK_AGAIN_MS = 50;
/** Whom a strike cannot meet by then it misses; otherwise whoever has just started would be struck by all that were late. */
const MISSES_AFTER_MS = 4_000;

/**
 * Strikes instances down, one after the other. Only beside another one that serves, where there is more than one: who
 * takes the work over is part of what is shown; that nobody is left is shown by a crash of the database.
 */
export class ProcessFaults {
  readonly kills: Kill[] = [];
  private turn: Promise<void> = Promise.resolve();
  private isOver = false;

  constructor(private readonly instances: readonly Instance[]) {}

  kill({ instance: number }: PlannedFault, happened: () => void): Promise<void> {
    return this.inTurn(number, (instance) => {
      this.kills.push({ at: Date.now(), instance: number });
      happened();
      return instance.kill();
    });
  }

  /** From a little more than a lease to two and a half. */
  stop({ instance: number, extent }: PlannedFault, happened: () => void): Promise<void> {
    return this.inTurn(number, async (instance) => {
      happened();
      // Whoever comes next need not wait for its end.
      void instance.stopFor(LEASE_MS * (1.1 + 1.4 * extent));
    });
  }

  /** No more of it; whoever is stopped goes on. */
  async clear(): Promise<void> {
    this.isOver = true;
    await this.turn;
    for (const instance of this.instances) instance.goOn();
  }

  private inTurn(number: number, strike: (instance: Instance) => Promise<void>): Promise<void> {
    this.turn = this.afterwards(this.turn, this.instances[number]!, strike);
    return this.turn;
  }

  private async afterwards(
    before: Promise<void>,
    instance: Instance,
    strike: (instance: Instance) => Promise<void>,
  ): Promise<void> {
    const missesAt = performance.now() + MISSES_AFTER_MS;
    await before;
    while (!this.isOver && performance.now() < missesAt && !this.mayStrike(instance)) await pause(LOOK_AGAIN_MS);
    if (!this.isOver && this.mayStrike(instance)) await strike(instance);
  }

  private mayStrike(instance: Instance): boolean {
    const others = this.instances.filter((other) => other !== instance);
    return instance.state === 'serves' && (others.length === 0 || others.some(({ state }) => state === 'serves'));
  }
}
