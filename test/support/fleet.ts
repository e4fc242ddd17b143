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

  /** The scene must have been opened without instances. */
  constructor(readonly scene: Scene) {}

  /** Starts an instance; returns when it serves. */
  async add(env: Record<string, string> = {}): Promise<Member> {
    const [database, provider] = await Promise.all([
      openStatementRoad(this.scene.database.url),
      openProviderRoad(this.scene.sandbox.url),
    ]);
    const service = await this.scene.launch({ DATABASE_URL: database.url, SANDBOX_PSP_URL: provider.url, ...env });
    const member = { service, database, provider };
    this.members.push(member);
    return member;
  }

  get alive(): Member[] {
    return this.members.filter(({ service }) => service.alive);
  }

  /** Puts somebody on the roads of everybody who lives, in the place of who stood there. */
  watch(watchOf: (member: Member) => Watch): void {
    for (const member of this.alive) {
      const { statements, requests } = watchOf(member);
      member.database.watch(statements);
      member.provider.watch(requests);
    }
  }

  /** Ends the scene, then its roads. */
  async close(): Promise<void> {
    await this.scene.close();
    await Promise.all(this.members.flatMap(({ database, provider }) => [database.close(), provider.close()]));
  }
}
