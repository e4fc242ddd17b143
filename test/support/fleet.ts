import type { ChildService } from './child-service.js';
import { openProviderRoad, type ProviderRoad, type RequestWatcher } from './provider-road.js';
import type { Scene } from './scene.js';
import type { StatementWatcher } from './statement-guard.js';
import { openStatementRoad, type StatementRoad } from './statement-road.js';

/** A child process on roads of its own, so that what travels on them is known to be its. */
export interface Member {
  readonly service: ChildService;
  readonly database: StatementRoad;
  readonly provider: ProviderRoad;
}

/** What stands on the roads of one member. */
export interface Watch {
  readonly statements?: StatementWatcher;
  readonly requests?: RequestWatcher;
}

/** The instances of a scene that may be struck down while they talk to their database or their provider. */
export class Fleet {
  private readonly members: Member[] = [];
  private watchOf: (member: Member) => Watch = () => ({});

  /** The scene must have been opened without instances. */
  constructor(readonly scene: Scene) {}

  /**
   * Starts an instance; returns when it serves. What it asks of the provider before that waits for it, so that whoever
   * stands on the roads misses nothing.
   */
  async add(env: Record<string, string> = {}): Promise<Member> {
    const [database, provider] = await Promise.all([
      openStatementRoad(this.scene.database.url),
      openProviderRoad(this.scene.sandbox.url),
    ]);
    const joined = this.scene
      .launch({ DATABASE_URL: database.url, SANDBOX_PSP_URL: provider.url, ...env })
      .then((service) => this.join({ service, database, provider }));
    provider.watch(async (request, moment) => {
      const { requests } = this.watchOf(await joined);
      return (await requests?.(request, moment)) ?? 'pass';
    });
    return joined;
  }

  private join(member: Member): Member {
    this.members.push(member);
    this.stand(member);
    return member;
  }

  get alive(): Member[] {
    return this.members.filter(({ service }) => service.alive);
  }

  /** Puts somebody on the roads of everybody who lives or joins later, in the place of who stood there. */
  watch(watchOf: (member: Member) => Watch): void {
    this.watchOf = watchOf;
    for (const member of this.alive) this.stand(member);
  }

  private stand(member: Member): void {
    const { statements, requests } = this.watchOf(member);
    member.database.watch(statements);
    member.provider.watch(requests);
  }

  /** Ends the scene, then its roads. */
  async close(): Promise<void> {
    await this.scene.close();
    await Promise.all(this.members.flatMap(({ database, provider }) => [database.close(), provider.close()]));
  }
}
