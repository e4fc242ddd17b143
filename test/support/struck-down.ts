import { JourneyBench, stockForJourneys } from './journey-bench.js';
import { RecoveryTimes } from './recovery-times.js';
import { Fleet, type Member } from './fleet.js';
import { NOTHING } from './holdings.js';
import { untilQuiet } from './invariants.js';
import { type Journey, type JourneyName, JOURNEYS } from './journeys.js';
import { type KillPlace, pointsAt } from './kill-places.js';
import { keepsTheKey, kill, type KillPoint, meetAt, told } from './kill-points.js';
import { Scene } from './scene.js';
import { sent } from './sent.js';
import { stoppedPerLayer } from './stopped-per-layer.js';
import { until } from './until.js';
import { watchWaitingForACore } from './waiting-for-a-core.js';

const LEASE_MS = 1_000;
/** One request to the sandbox and the transactions that follow from it. */
const PROVIDER_CALL_MS = 500;
/** Whoever is not decided after this long never will be. */
const NEVER_MS = 20_000;

/** Who goes on: an instance that was there, or the next start of the one that was killed. */
export type Successor = 'another instance' | 'the next start';

/** How long something took, in ms, and how many times longer that is than on a machine of its own. */
interface Took {
  readonly ms: number;
  readonly slowness: number;
}

/** Requests whose instance is killed at a known point, and what becomes of them when no client asks. */
export class StruckDown {
  private readonly bench: JourneyBench;
  private readonly times = new RecoveryTimes();
  private killed = 0;
  private readonly late: string[] = [];
  /** How many of the late ones a test has been told of. */
  private named = 0;

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

  /** Says what happened in one line of JSON, for whoever reads the output of the tests. */
  async close(): Promise<void> {
    const { scene } = this.fleet;
    const [orders] = await scene.rows<{ count: number }>('SELECT count(*)::int AS count FROM orders.orders');
    const figures = {
      successor: this.successor,
      killed: this.killed,
      orders: orders!.count,
      stopped: await stoppedPerLayer(scene),
      late: this.late.length,
      recoveryMs: this.times.summary,
    };
    process.stdout.write(`kill matrix: ${JSON.stringify(figures)}\n`);
    await this.fleet.close();
  }

  /** Kills there, lets the successor go on, and expects that the journey ends as if nothing had happened. */
  async expectRecovered(name: JourneyName, place: KillPlace): Promise<void> {
    const points = pointsAt(await this.bench.killPointsOf(name), place);
    // A whole journey takes minutes, and somebody waits.
    if (points.length > 1) process.stdout.write(`${name}: ${points.length} points, ${this.successor} goes on\n`);
    for (const point of points) {
      await this.killAndRecover(name, point).catch((error: Error) => {
        throw new Error(`${name}, killed ${told(point)}: ${error.message}`, { cause: error });
      });
    }
  }

  /** Expects that no recovery took longer than two leases and what was then still to be asked of the provider (I5). */
  expectInTime(): void {
    const unnamed = this.late.slice(this.named);
    this.named = this.late.length;
    expect(unnamed).toEqual([]);
  }

  private async killAndRecover(name: JourneyName, point: KillPoint): Promise<void> {
    const { bench, fleet } = this;
    const started = await bench.prepared(name);
    const meeting = meetAt(fleet, point, kill);
    // The caller may lose his answer with the instance; he does not ask again.
    const request = started.ask({ ...started, instance: fleet.alive[0]!.service }).set('Prefer', 'respond-async');
    void sent(request).catch(() => undefined);
    const { member, at } = await until('the point is reached', async () => meeting.met);
    await member.service.kill();
    this.killed++;
    const replaced = fleet.add();

    const isKept = keepsTheKey(point);
    // The next kill needs everybody, whatever becomes of this one.
    const [outcome] = await Promise.allSettled([this.recovery(at, replaced, isKept && started.key), replaced]);
    if (outcome.status === 'rejected') throw outcome.reason;
    if (outcome.value) this.took(outcome.value, name, point);
    await untilQuiet(fleet.scene);
    const journey: Journey = JOURNEYS[name];
    expect(await bench.gained(started)).toEqual(isKept ? journey.leaves : NOTHING);
    await bench.expectEndedOnce(name, started, { replayed: isKept });
  }

  /** How long it takes until the request of a key is decided; undefined for what was decided before, or never will be. */
  private async recovery(killedAt: number, replaced: Promise<Member>, key: string | false): Promise<Took | undefined> {
    if (!key || (await this.bench.isDecided(key))) return undefined;
    const isAnother = this.successor === 'another instance';
    const { service } = isAnother ? this.fleet.alive[0]! : await replaced;
    const since = isAnother ? killedAt : performance.now();
    const core = await watchWaitingForACore(service.pid);
    await until('it is decided', () => this.bench.isDecided(key), NEVER_MS);
    return { ms: performance.now() - since, slowness: await core.factor() };
  }

  private took({ ms, slowness }: Took, name: JourneyName, point: KillPoint): void {
    this.times.add(ms);
    const limit = (2 * LEASE_MS + JOURNEYS[name].calls * PROVIDER_CALL_MS) * slowness;
    if (ms > limit)
      this.late.push(`${name}, killed ${told(point)}: ${Math.round(ms)} ms instead of ${Math.round(limit)}`);
  }
}
