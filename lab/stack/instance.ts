import { type ChildService, startChildService } from '../../test/support/child-service.js';
import { openProviderRoad, type ProviderRoad } from '../../test/support/provider-road.js';
import { openStatementRoad, type StatementRoad } from '../../test/support/statement-road.js';
import { setTimeout as pause } from 'node:timers/promises';

export type InstanceState = 'starting' | 'serves' | 'stopped' | 'ended';

/** From one start that was through to the end of the process; times are milliseconds of `performance.now()`. */
export interface Life {
  readonly instance: number;
  readonly pid: number;
  readonly from: number;
  to?: number;
}

/** A start that failed, because the database was away for instance, is repeated after this long. */
const START_AGAIN_MS = 250;
/** In a row: the longest crash of the database spoils two or three starts, which take seconds each. */
const FAILED_STARTS_AT_MOST = 5;

/** Characters: a stack and what led to it. */
const LAST_WORDS = 2_000;

/** One instance of the built service: a process that is started again whenever it has died, on roads of its own. */
export class Instance {
  readonly lives: Life[] = [];
  /** The last words of its processes that have died by themselves. */
  readonly deaths: string[] = [];
  /** Starts that came to nothing, of those behind the very first. */
  failedStarts = 0;
  private service?: ChildService;
  private isStopped = false;
  private hasEnded = false;
  private complaint?: string;
  private starts: Promise<void> = Promise.resolve();

  private constructor(
    readonly number: number,
    readonly database: StatementRoad,
    readonly provider: ProviderRoad,
    private readonly env: Record<string, string>,
    private readonly signal: AbortSignal,
  ) {}

  /** Opens its roads; the process is started by `open` and `start`, and no more when `signal` says that all is over. */
  static async on(
    number: number,
    urls: { readonly database: string; readonly provider: string },
    env: (databaseUrl: string, providerUrl: string) => Record<string, string>,
    signal: AbortSignal,
  ): Promise<Instance> {
    const database = await openStatementRoad(urls.database);
    const provider = await openProviderRoad(urls.provider);
    return new Instance(number, database, provider, env(database.url, provider.url), signal);
  }

  get state(): InstanceState {
    if (this.isOver || this.complaint !== undefined) return 'ended';
    if (!this.service?.alive) return 'starting';
    return this.isStopped ? 'stopped' : 'serves';
  }

  /** Where it answers, or would: callers do not know that a process has been stopped. */
  get url(): string | undefined {
    return this.service?.alive ? this.service.url : undefined;
  }

  get pid(): number | undefined {
    return this.service?.alive ? this.service.pid : undefined;
  }

  /** The last words of the last start, when so many have failed in a row that it was given up. */
  get gaveUpWith(): string | undefined {
    return this.complaint;
  }

  /** The very first start, when nothing is broken yet: rejects with its last words when it fails. */
  open(): Promise<void> {
    const opened = this.startOnce();
    this.starts = opened.catch(() => undefined);
    return opened;
  }

  /** Returns once it serves, is ended, or is given up. */
  start(): Promise<void> {
    this.starts = this.starts.then(() => this.startUntilItServes());
    return this.starts;
  }

  private async startUntilItServes(): Promise<void> {
    for (let failed = 0; this.state !== 'ended' && !this.service?.alive;) {
      this.noteDeath();
      try {
        await this.startOnce();
      } catch (error) {
        this.failedStarts++;
        if (++failed === FAILED_STARTS_AT_MOST) this.complaint = String(error).slice(-LAST_WORDS);
        else await pause(START_AGAIN_MS);
      }
    }
  }

  private async startOnce(): Promise<void> {
    const service = await startChildService(this.env);
    if (this.isOver) return service.kill();
    this.service = service;
    this.lives.push({ instance: this.number, pid: service.pid, from: performance.now() });
  }

  /** `kill -9`, and the next start behind it. */
  async kill(): Promise<void> {
    this.endLife();
    await this.service?.kill();
    void this.start();
  }

  /** SIGSTOP, for that long. */
  async stopFor(ms: number): Promise<void> {
    this.service?.freeze();
    this.isStopped = true;
    await pause(ms);
    this.goOn();
  }

  goOn(): void {
    this.service?.thaw();
    this.isStopped = false;
  }

  /** A process that has died by itself is put on record, and started again. */
  reviveAfterDeathOfItsOwn(): void {
    if (this.noteDeath()) void this.start();
  }

  /** Puts a process that has died by itself on record, once; whether there was one. */
  noteDeath(): boolean {
    const life = this.lives.at(-1);
    const { service } = this;
    if (this.isOver || !life || life.to !== undefined || !service || service.alive) return false;
    this.endLife();
    this.deaths.push(service.log.slice(-LAST_WORDS));
    return true;
  }

  async end(): Promise<void> {
    this.hasEnded = true;
    this.goOn();
    await this.service?.close();
    this.endLife();
    await this.starts;
    await Promise.all([this.database.close(), this.provider.close()]);
  }

  private get isOver(): boolean {
    return this.hasEnded || this.signal.aborted;
  }

  private endLife(): void {
    const life = this.lives.at(-1);
    if (life) life.to ??= performance.now();
  }
}
