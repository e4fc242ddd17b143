import type { FaultRecord } from './fault-record.js';
import { preparePost } from './post-faults.js';
import { ProcessFaults } from './process-faults.js';
import { ProviderFaults } from './provider-faults.js';
import { RefusedCommits } from './refused-commits.js';
import { RoadFaults } from './road-faults.js';
import { type FaultOf, isOf } from '../plan/fault-kinds.js';
import type { PlannedFault } from '../plan/planned-faults.js';
import type { Stage } from '../stack/stage.js';

const TERMINATE_ALL = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND application_name LIKE 'ichido%'`;

/** Everything that can be broken on a stage, and is whole again after `heal`. */
export class Trouble {
  private readonly roads: readonly RoadFaults[];
  readonly processes: ProcessFaults;
  private readonly provider: ProviderFaults;
  private crash: Promise<void> = Promise.resolve();
  private readonly underWay = new Set<Promise<void>>();
  private calmed?: Promise<void>;

  private constructor(
    private readonly stage: Stage,
    private readonly commits: RefusedCommits,
    private readonly record: FaultRecord,
  ) {
    this.roads = stage.instances.map((instance) => new RoadFaults(instance));
    this.processes = new ProcessFaults(stage.instances);
    this.provider = new ProviderFaults(stage.providerUrl);
  }

  static async on(stage: Stage, record: FaultRecord): Promise<Trouble> {
    return new Trouble(stage, await RefusedCommits.prepare(stage.database.url), record);
  }

  /**
   * Does it, or lays it in wait for what it needs; what happens is put on record when it does. Nothing from `calm` on.
   */
  async make(fault: PlannedFault): Promise<void> {
    if (this.calmed) return;
    const made = this.begin(fault);
    this.underWay.add(made);
    await made.finally(() => this.underWay.delete(made));
  }

  /** What has happened at the provider is known only by looking. */
  look(): Promise<void> {
    return this.provider.look();
  }

  /** Nothing is done any more, and nothing is still being done: nobody is stopped, the database is there. */
  calm(): Promise<void> {
    this.calmed ??= this.calmEach();
    return this.calmed;
  }

  /** Calm, and nothing waits at the provider either. */
  async heal(): Promise<void> {
    await this.calm();
    await this.provider.clear();
  }

  private async calmEach(): Promise<void> {
    for (const road of this.roads) road.clear();
    this.stage.post.clear();
    await Promise.all([this.processes.clear(), this.commits.clear(), Promise.allSettled(this.underWay)]);
    await this.crash;
  }

  private async begin(fault: PlannedFault): Promise<void> {
    const { kind, instance } = fault;
    const happened = (): void => this.record.happened(kind);
    if (isOf('process', kind))
      return kind === 'killed' ? this.processes.kill(fault, happened) : this.processes.stop(fault, happened);
    if (isOf('database', kind)) return this.breakDatabase(kind, happened);
    if (isOf('road to the database', kind)) return this.road(instance)?.onDatabase(kind, happened);
    if (isOf('road to the provider', kind)) return this.road(instance)?.onProvider(kind, happened);
    if (isOf('provider', kind)) return this.provider.arm(kind, fault, happened);
    preparePost(this.stage.post, kind, fault, happened);
  }

  /** Of that instance, or, as nobody drives on it when it does not serve, of one that does, if any. */
  private road(instance: number): RoadFaults | undefined {
    const { instances } = this.stage;
    const driver = [instances[instance]!, ...instances].find(({ state }) => state === 'serves');
    return driver && this.roads[driver.number];
  }

  private async breakDatabase(kind: FaultOf<'database'>, happened: () => void): Promise<void> {
    if (kind === 'serialization failure') return this.commits.refuseOne(happened);
    if (kind === 'all sessions terminated') {
      happened();
      return void (await this.stage.looks.rows(TERMINATE_ALL));
    }
    this.crash = this.crash.then(() => {
      if (this.calmed) return undefined;
      happened();
      return this.stage.database.crash();
    });
    return this.crash;
  }
}
