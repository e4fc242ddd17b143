import type { Fleet } from './fleet.js';
import { gained, type Holdings, holdings } from './holdings.js';
import { untilQuiet } from './invariants.js';
import { type Ask, type Journey, type JourneyName, JOURNEYS } from './journeys.js';
import { type CommitPoint, type KillPoint, killPointsOf, pointsOf } from './kill-points.js';
import { expectNothingViolated } from './nothing-violated.js';
import { type RecordedJourney, recordJourney } from './recorded-journey.js';
import { sent } from './sent.js';
import { until } from './until.js';
import { randomUUID } from 'node:crypto';

/** Plenty of TEA and never any NONE, as the journeys want it. */
export async function stockForJourneys({ scene }: Fleet): Promise<void> {
  await scene.stock('TEA', 10_000);
  await scene.stock('NONE', 0);
}

/** One request of a journey, under a key of its own, and what there was before it. */
export interface Started {
  readonly ask: Ask;
  readonly key: string;
  readonly before: Holdings;
}

/** Journeys through a fleet: what they do when nothing disturbs them, and what must be left when something did. */
export class JourneyBench {
  private readonly recorded = new Map<JourneyName, RecordedJourney>();

  constructor(readonly fleet: Fleet) {}

  /** Before and after every statement of one commit of a journey. */
  async pointsOf(name: JourneyName, commit: number): Promise<CommitPoint[]> {
    return pointsOf(await this.undisturbed(name), commit);
  }

  /** Every point of a journey at which a kill leaves something else. */
  async killPointsOf(name: JourneyName): Promise<KillPoint[]> {
    return killPointsOf(await this.undisturbed(name));
  }

  private async undisturbed(name: JourneyName): Promise<RecordedJourney> {
    const journey = this.recorded.get(name) ?? (await this.record(name));
    this.recorded.set(name, journey);
    return journey;
  }

  private async record(name: JourneyName): Promise<RecordedJourney> {
    const { ask, key } = await this.prepared(name);
    const recorded = recordJourney(this.fleet);
    await Promise.all([sent(ask({ key })), until(`${name} has ended`, () => this.isDecided(key))]).finally(recorded);
    await untilQuiet(this.fleet.scene);
    return recorded();
  }

  /** Everything is there, and nothing is under way any more. */
  async prepared(name: JourneyName): Promise<Started> {
    const { scene } = this.fleet;
    const ask = await JOURNEYS[name].prepare(scene);
    await untilQuiet(scene);
    return { ask, key: randomUUID(), before: await holdings(scene) };
  }

  /** Whether the request has its final answer, or the notice of the provider its effect. */
  async isDecided(key: string): Promise<boolean> {
    const rows = await this.fleet.scene.rows(
      `SELECT 1 FROM idempotency.records WHERE key = $1 AND state = 'decided'
       UNION ALL SELECT 1 FROM messaging.inbox WHERE event_id = $1 AND status = 'applied'`,
      [key],
    );
    return rows.length > 0;
  }

  /** What there is more of since the request was prepared. */
  async gained({ before }: Started): Promise<Holdings> {
    return gained(before, await holdings(this.fleet.scene));
  }

  /** The same request again has the answer of the journey, everything has happened once, and nothing is violated. */
  async expectEndedOnce(name: JourneyName, started: Started, { replayed }: { replayed: boolean }): Promise<void> {
    const journey: Journey = JOURNEYS[name];
    const answer = await started.ask(started);
    expect([answer.status, answer.body.code]).toEqual(journey.answer);
    expect(answer.headers['idempotent-replayed']).toBe(replayed && !journey.isNotice ? 'true' : undefined);
    await expectNothingViolated(this.fleet.scene);
    expect(await this.gained(started)).toEqual(journey.leaves);
  }
}
