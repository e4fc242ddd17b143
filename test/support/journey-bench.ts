import { type Commits, recordCommits } from './commit-recorder.js';
import type { Fleet } from './fleet.js';
import { expectInvariants, untilQuiet } from './invariants.js';
import { type Ask, type JourneyName, JOURNEYS } from './journeys.js';
import { type KillPoint, pointsOf } from './kill-points.js';

/** Plenty of TEA and never any NONE, as the journeys want it. */
export async function stockForJourneys({ scene }: Fleet): Promise<void> {
  await scene.stock('TEA', 10_000);
  await scene.stock('NONE', 0);
}

/** Journeys through a fleet: what they commit when nothing disturbs them, and what must be left when something did. */
export class JourneyBench {
  private readonly recorded = new Map<JourneyName, Commits>();

  constructor(readonly fleet: Fleet) {}

  /** Before and after every statement of one commit of a journey, as an undisturbed run of it showed them. */
  async pointsOf(name: JourneyName, commit: number): Promise<KillPoint[]> {
    const commits = this.recorded.get(name) ?? (await this.record(name));
    this.recorded.set(name, commits);
    return pointsOf(commits, commit);
  }

  private async record(name: JourneyName): Promise<Commits> {
    const ask = await this.prepared(name);
    const commits = recordCommits(this.fleet);
    await ask({});
    await untilQuiet(this.fleet.scene);
    return commits();
  }

  /** Everything is there, and nothing is under way any more. */
  async prepared(name: JourneyName): Promise<Ask> {
    const ask = await JOURNEYS[name].prepare(this.fleet.scene);
    await untilQuiet(this.fleet.scene);
    return ask;
  }

  async isDecided(key: string): Promise<boolean> {
    const rows = await this.fleet.scene.rows(`SELECT 1 FROM idempotency.records WHERE key = $1 AND state = 'decided'`, [
      key,
    ]);
    return rows.length > 0;
  }

  /** How many there have ever been. */
  async sagas(): Promise<number> {
    const [row] = await this.fleet.scene.rows<{ count: number }>('SELECT count(*)::int AS count FROM saga.sagas');
    return row!.count;
  }

  /** The same request again has the answer of the journey, the provider booked it once, and everything adds up. */
  async expectEndedOnce(name: JourneyName, ask: Ask, key: string, { replayed }: { replayed: boolean }): Promise<void> {
    const journey = JOURNEYS[name];
    const answer = await ask({ key });
    expect([answer.status, answer.body.code]).toEqual(journey.answer);
    expect(answer.headers['idempotent-replayed']).toBe(replayed ? 'true' : undefined);
    const { charges, refunds } = await this.booksOf(key);
    const captured = charges.filter(({ status }) => status === 'succeeded');
    expect({ charges: captured.length, refunds: refunds.length }).toEqual(journey.books);
    await expectInvariants(this.fleet.scene);
  }

  private async booksOf(key: string) {
    const [saga] = await this.fleet.scene.rows<{ order_id: string }>(
      `SELECT s.correlation_id AS order_id FROM saga.sagas s JOIN idempotency.records r ON r.saga_id = s.id WHERE r.key = $1`,
      [key],
    );
    return this.fleet.scene.booksOf(saga!.order_id);
  }
}
