import { JourneyBench, stockForJourneys } from './journey-bench.js';
import { RecoveryTimes } from './recovery-times.js';
import { Fleet } from './fleet.js';
import { untilQuiet } from './invariants.js';
import { type JourneyName, JOURNEYS } from './journeys.js';
import { keepsTheKey, kill, type KillPoint, meetAt, told } from './kill-points.js';
import { Scene } from './scene.js';
import { sent } from './sent.js';
import { until } from './until.js';
import { randomUUID } from 'node:crypto';

const LEASE_MS = 1_000;
/** One request to the sandbox and the transactions that follow from it. */
const PROVIDER_CALL_MS = 500;
/** Whoever is not decided after this long never will be. */
const NEVER_MS = 20_000;

/** Who goes on: an instance that was there, or the next start of the one that was killed. */
export type Successor = 'another instance' | 'the next start';

/** Orders whose instance is killed at a known point, and what becomes of them when no client asks. */
export class StruckDown {
  private readonly bench: JourneyBench;
  private readonly times = new RecoveryTimes();
  /** Which recoveries took longer than two leases and what is then still to be asked of the provider (I5). */
  readonly late: string[] = [];

  private constructor(
    private readonly fleet: Fleet,
    private readonly successor: Successor,
  ) {
    this.bench = new JourneyBench(fleet);
  }

  static async open(successor: Successor): Promise<StruckDown> {
    // Nothing but the journey itself may commit while it is watched.
    const scene = await Scene.open({ instances: 0, env: { LEASE: `${LEASE_MS}ms`, SWEEP_INTERVAL: '1h' } });
    const fleet = new Fleet(scene);
    await Promise.all([fleet.add(), successor === 'another instance' ? fleet.add() : undefined]);
    await stockForJourneys(fleet);
    return new StruckDown(fleet, successor);
  }

  async close(): Promise<void> {
    process.stdout.write(`killed, ${this.successor} went on: ${this.times.toString()}\n`);
    await this.fleet.close();
  }

  pointsOf(name: JourneyName, commit: number): Promise<KillPoint[]> {
    return this.bench.pointsOf(name, commit);
  }

  /** Kills at the point, lets the successor go on, and expects that the journey ends as if nothing had happened. */
  async expectRecovered(name: JourneyName, point: KillPoint): Promise<void> {
    try {
      await this.killAndRecover(name, point);
    } catch (error) {
      throw new Error(`${name}, killed ${told(point)}: ${(error as Error).message}`, { cause: error });
    }
  }

  private async killAndRecover(name: JourneyName, point: KillPoint): Promise<void> {
    const { bench, fleet } = this;
    const ask = await bench.prepared(name);
    const key = randomUUID();
    const sagas = await bench.sagas();

    const meeting = meetAt(fleet, point, kill);
    // The caller may lose his answer with the instance; he does not ask again.
    void sent(ask({ key, instance: fleet.alive[0]!.service }).set('Prefer', 'respond-async')).catch(() => undefined);
    const { member, at } = await until('the point is reached', async () => meeting.met);
    await member.service.kill();
    const replaced = fleet.add();
    const since = this.successor === 'another instance' ? at : await replaced.then(() => performance.now());

    const isKept = keepsTheKey(point);
    const decided = isKept && until('it is decided', () => bench.isDecided(key), NEVER_MS);
    // The next kill needs everybody, whatever becomes of this one.
    const [outcome] = await Promise.allSettled([
      Promise.resolve(decided).then(() => performance.now() - since),
      replaced,
    ]);
    if (outcome.status === 'rejected') throw outcome.reason;
    if (isKept) this.took(outcome.value, name, point);
    await untilQuiet(fleet.scene);
    expect([await bench.isDecided(key), await bench.sagas()]).toEqual([isKept, isKept ? sagas + 1 : sagas]);
    await bench.expectEndedOnce(name, ask, key, { replayed: isKept });
    expect(await bench.sagas()).toBe(sagas + 1);
  }

  private took(ms: number, name: JourneyName, point: KillPoint): void {
    this.times.add(ms);
    const limit = 2 * LEASE_MS + JOURNEYS[name].calls * PROVIDER_CALL_MS;
    if (ms > limit) this.late.push(`${name}, killed ${told(point)}: ${Math.round(ms)} ms instead of ${limit}`);
  }
}
