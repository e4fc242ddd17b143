import { AsyncResource } from 'node:async_hooks';

/**
 * Requests let in during one turn of the event loop. A burst is worked on turn by turn, so that what comes in between
 * and needs no work of ours (a health check, an answer of the database) is served at once: 4 requests keep a core busy
 * for some milliseconds, 500 would for a second.
 */
const PER_TURN = 4;

/** Lets requests in one after the other, first come, first served; at once while there is no crowd. */
export class Entrance {
  private readonly waiting: (() => void)[] = [];
  private thisTurn = 0;

  /** Calls `goOn` now or in one of the next turns, in the async context of its own request. */
  pass(goOn: () => void): void {
    if (this.thisTurn === 0) setImmediate(() => this.nextTurn());
    if (this.thisTurn < PER_TURN && this.waiting.length === 0) {
      this.thisTurn += 1;
      goOn();
    } else {
      this.waiting.push(AsyncResource.bind(goOn));
    }
  }

  private nextTurn(): void {
    const next = this.waiting.splice(0, PER_TURN);
    this.thisTurn = next.length;
    if (next.length > 0) setImmediate(() => this.nextTurn());
    for (const goOn of next) goOn();
  }
}
