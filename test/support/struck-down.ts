import { FULL_MINUTES } from './extent.js';
import { JourneyBench, stockForJourneys } from './journey-bench.js';
import { RecoveryTimes } from './recovery-times.js';
import { Fleet, type Member } from './fleet.js';
import { NOTHING } from './holdings.js';
import { untilQuiet } from './invariants.js';
import { type Journey, type JourneyName, JOURNEYS } from './journeys.js';
import { EVERYWHERE, type KillPlace, pointsAt, spread } from './kill-places.js';
import { keepsTheKey, kill, type KillPoint, meetAt, told } from './kill-points.js';
import { Scene } from './scene.js';
import { sent } from './sent.js';
import { stoppedPerLayer } from './stopped-per-layer.js';
import { until } from './until.js';
import { watchWaitingForACore } from './waiting-for-a-core.js';

const LEASE_MS = 1_000;
/** One request to the sandbox and the transactions that follow from it. */
const PROVIDER_CALL_MS = 500;
/** What has not happened after this long, on a machine that is busy with other tests, never will. */
const NEVER_MS = 60_000;

/** What is on the road when its commit is there has arrived after this long. */
const PASSED_MS = 2_000;
/** Three runs that all miss a point have other commits than the one in which it was seen. */
const TURNS = 3;

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
  private readonly deadline = performance.now() + FULL_MINUTES * 60_000;
  private journeys = 0;
  private points = 0;
  private killed = 0;
  /** Points that were seen once and never again. */
  private readonly missed: string[] = [];
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
      points: this.points,
      killed: this.killed,
      orders: orders!.count,
      stopped: await stoppedPerLayer(scene),
      missed: this.missed.length,
      late: this.late.length,
      recoveryMs: this.times.summary,
    };
    process.stdout.write(`kill matrix: ${JSON.stringify(figures)}\n`);
    await this.fleet.close();
  }

  /** Kills there, lets the successor go on, and expects that the journey ends as if nothing had happened. */
  async expectRecovered(name: JourneyName, place: KillPlace): Promise<void> {
    const points = pointsAt(await this.bench.killPointsOf(name), place);
    const end = this.endOfShare();
    const missedBefore = this.missed.length;
    this.points += points.length;
    // A whole journey takes minutes, and somebody waits.
    if (points.length > 1) process.stdout.write(`${name}: ${points.length} points, ${this.successor} goes on\n`);
    for (const point of spread(points)) {
      if (performance.now() > end) return;
      try {
        if (!(await this.isStruckDown(name, point))) this.missed.push(`${name}, ${told(point)}`);
      } catch (error) {
        throw new Error(`${name}, killed ${told(point)}: ${(error as Error).message}`, { cause: error });
      }
    }
    // Of a whole journey those that were missed are counted and told.
    if (points.length === 1 && this.missed.length > missedBefore)
      throw new Error(`nobody came to ${this.missed.at(-1)}`);
  }

  /**
   * Answers whether somebody was killed there. On a busy machine a commit is repeated now and then, or a job is taken
   * over, so that a run has a commit more or less than the one that was recorded.
   */
  private async isStruckDown(name: JourneyName, point: KillPoint): Promise<boolean> {
    for (let turn = 1; turn <= TURNS; turn++) if (await this.killAndRecover(name, point)) return true;
    return false;
  }

  /** When the next journey has used up its share of a full run that is bounded. */
  private endOfShare(): number {
    const left = Math.max(1, EVERYWHERE.length - this.journeys++);
    return performance.now() + (this.deadline - performance.now()) / left;
  }

  /** Expects that no recovery took longer than two leases and what was then still to be asked of the provider (I5). */
  expectInTime(): void {
    const unnamed = this.late.slice(this.named);
    this.named = this.late.length;
    expect(unnamed).toEqual([]);
  }

  /** Whatever became of the last kill, the next one needs everybody. */
  private async assemble(): Promise<void> {
    this.fleet.watch(() => ({}));
    while (this.fleet.alive.length < (this.successor === 'another instance' ? 2 : 1)) await this.fleet.add();
  }

  private async killAndRecover(name: JourneyName, point: KillPoint): Promise<boolean> {
    const { bench, fleet } = this;
    await this.assemble();
    const started = await bench.prepared(name);
    const meeting = meetAt(fleet, point, kill);
    // The caller may lose his answer with the instance; he does not ask again.
    const request = started.ask({ ...started, instance: fleet.alive[0]!.service }).set('Prefer', 'respond-async');
    void sent(request).catch(() => undefined);
    const met = await until(
      'the point is reached or passed',
      async () => meeting.met ?? ((await bench.isDecided(started.key)) && 'passed'),
      NEVER_MS,
    );
    // The end of the last commit is decided before its answer is on the road.
    if (
      met === 'passed' &&
      !(await until('it is reached all the same', async () => meeting.met, PASSED_MS).catch(() => undefined))
    ) {
      fleet.watch(() => ({}));
      return false;
    }
    const { member, at } = meeting.met!;
    await member.service.kill();
    this.killed++;
    const replaced = fleet.add();

    const isKept = keepsTheKey(point);
    // The next kill needs everybody, whatever becomes of this one.
    const [outcome] = await Promise.allSettled([this.recovery(at, replaced, isKept && started.key), replaced]);
    if (outcome.status === 'rejected') throw outcome.reason;
    if (outcome.value) this.took(outcome.value, name, point);
    await untilQuiet(fleet.scene, NEVER_MS);
    const journey: Journey = JOURNEYS[name];
    expect(await bench.gained(started)).toEqual(isKept ? journey.leaves : NOTHING);
    await bench.expectEndedOnce(name, started, { replayed: isKept });
    return true;
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
