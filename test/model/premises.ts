import { Conversation } from './conversation.js';
import type { Sku } from './wish.js';
import { Fleet, type Member } from '../support/fleet.js';
import { kill } from '../support/kill-points.js';
import { preloaded } from '../support/preload.js';
import { Scene } from '../support/scene.js';
import { isOfUnit } from '../support/statement-road.js';
import { until } from '../support/until.js';
import type { Verdict } from '../support/watched-road.js';

const LEASE_MS = 2_000;
/** Shorter than the slowest card takes to answer. */
const ENV = { LEASE: `${LEASE_MS}ms`, PSP_TIMEOUT: '1s', REPLAY_CACHE: '0b' };

/** The real service with its provider and its database, for one scenario after the other. */
export class Premises {
  /** How many scenarios were played here, so that each has names of its own. */
  private scenario = 0;
  story: string[] = [];
  /** Violations that earlier scenarios have left. */
  readonly forgiven = new Set<string>();
  readonly conversation: Conversation;

  private constructor(private readonly fleet: Fleet) {
    this.conversation = new Conversation(fleet);
  }

  static async open(): Promise<Premises> {
    const scene = await Scene.open({ instances: 0, webhooks: true, env: ENV });
    const premises = new Premises(new Fleet(scene));
    await premises.join();
    return premises;
  }

  close(): Promise<void> {
    return this.fleet.close();
  }

  get scene(): Scene {
    return this.fleet.scene;
  }

  get instances(): number {
    return this.fleet.alive.length;
  }

  /** New names, an empty story, and one instance, as every scenario finds it. */
  async begin(): Promise<void> {
    this.scenario += 1;
    this.story = [];
    for (const { service } of this.fleet.alive.slice(1)) await service.kill();
    this.handTheNoticesOn();
    await this.conversation.begin();
  }

  /** A SKU as the service knows it. */
  named = (sku: Sku): string => `${sku}-${this.scenario}`;

  keyed = (key: string): string => `${this.scenario}-${key}`;

  /** Another instance; its clock is wrong by so much. */
  async join(clockShiftMs = 0): Promise<void> {
    const shifted = { ...preloaded('./shifted-clock.main.ts'), CLOCK_SHIFT_MS: `${clockShiftMs}` };
    await this.fleet.add(clockShiftMs === 0 ? {} : shifted);
    this.handTheNoticesOn();
  }

  /** `kill -9` of the oldest instance; when nobody is left, it is started again. */
  async killOldest(): Promise<void> {
    await this.fleet.alive[0]!.service.kill();
    await this.afterADeath();
  }

  /**
   * Kills whoever says the nth word to database or provider that belongs to a unit of work or a payment, from now on:
   * `before` it arrives or `after` it was answered, counted together.
   */
  strikeAt(nth: number): Promise<Member> {
    const { promise, resolve } = Promise.withResolvers<Member>();
    let words = 0;
    const hear = (member: Member): Verdict => {
      words += 1;
      if (words !== nth) return 'pass';
      resolve(member);
      return kill(member);
    };
    this.fleet.watch((member) => ({
      statements: (statement) => (isOfUnit(statement) ? hear(member) : 'pass'),
      requests: () => hear(member),
    }));
    return promise;
  }

  /** Nobody is struck any more, and somebody serves. */
  async afterADeath(): Promise<void> {
    this.fleet.watch(() => ({}));
    if (this.fleet.alive.length === 0) await this.join();
    this.handTheNoticesOn();
  }

  /** Stops the oldest instance until another one has declared it dead; then it goes on where it was. */
  async freezeOldest(): Promise<void> {
    const [{ service }] = this.fleet.alive as [Member];
    const workers = async (): Promise<number> => (await this.scene.rows('SELECT 1 FROM jobs.workers')).length;
    this.handTheNoticesOn(service.url);
    service.freeze();
    const isDeclaredDead = async (): Promise<boolean> => (await workers()) < this.fleet.alive.length;
    await until('the frozen instance is declared dead', isDeclaredDead).finally(() => service.thaw());
    this.handTheNoticesOn();
  }

  private handTheNoticesOn(except?: string): void {
    this.scene.webhooks!.handTo(this.fleet.alive.map(({ service }) => service.url).filter((url) => url !== except));
  }
}
