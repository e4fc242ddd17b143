import { Belongings } from './belongings.js';
import type { FrontDoor } from './front-door.js';
import { untilDecided } from './patience.js';
import { type Answer, isFitting, isPutOff, isReused, type KeyedRequest } from './request.js';
import { requestOf, withAnotherBody } from './requests-of.js';
import { Chance } from '../plan/chance.js';
import { type Wish, wishesOf } from '../plan/wishes.js';
import type { KeyName } from '../../test/support/environment.js';
import { setTimeout as pause } from 'node:timers/promises';

/** A client that has not learned the outcome by then does something else, as a person would. */
const PATIENCE_MS = 12_000;
/** When nothing is broken any more, what is known is told at once; what is in doubt about the provider may take hours. */
const LAST_PATIENCE_MS = 2_000;

/** Something new; an earlier placement that is asked for again is none. */
const isPlacement = ({ wants }: Wish): boolean => wants === 'place' || wants === 'draft';

/** One client of a tenant: wants something, asks for it in its manner, and remembers what it has. */
export class Client {
  private readonly own = new Belongings();
  private readonly wishes: Generator<Wish, never>;
  /** Pauses and doors are of another luck than the wishes, which stay the same whatever happens. */
  private readonly chance: Chance;

  constructor(
    seed: number,
    number: number,
    private readonly as: KeyName,
    private readonly door: FrontDoor,
  ) {
    this.wishes = wishesOf(seed, number);
    this.chance = new Chance(seed, `manners of client ${number}`);
  }

  /** Until `signal`; the wish that it has then is seen through. */
  async live(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const wish = this.wishes.next().value;
      await this.fulfil(wish);
      await pause(wish.thinksForMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /**
   * Asks everything that it remembers once more: each key must have the answer that it had. Those that have none, although
   * nothing of them is open, are asked with all patience, and answered here when that does not help either.
   */
  async askEverythingAgain(isOpen: (request: KeyedRequest) => Promise<boolean>): Promise<KeyedRequest[]> {
    const unanswered: KeyedRequest[] = [];
    for (const request of this.own.everythingAsked) {
      const isSettled = async (patienceMs: number): Promise<boolean> =>
        (await this.isAnswered(request, patienceMs)) || (await isOpen(request));
      if (!(await isSettled(LAST_PATIENCE_MS)) && !(await isSettled(PATIENCE_MS))) unanswered.push(request);
    }
    return unanswered;
  }

  private async isAnswered(request: KeyedRequest, patienceMs: number): Promise<boolean> {
    const answer = await this.wait(request, patienceMs);
    this.hear(request, answer);
    return answer !== undefined;
  }

  private async fulfil(wish: Wish): Promise<void> {
    if (wish.wants === 'read') return this.read(wish);
    const request = requestOf(wish, this.as, this.own);
    if (!request) return;
    if (wish.wants !== 'again') this.own.remember(request);
    if (isPlacement(wish)) this.door.tally.orders++;
    await this.askFor(request, wish);
  }

  private async askFor(request: KeyedRequest, wish: Wish): Promise<void> {
    const { manner, givesUpAfterMs } = wish;
    if (manner === 'never again') return void (await this.door.send(request, this.chance, givesUpAfterMs));
    const began = performance.now();
    if (manner === 'giving up early, then again') await this.door.send(request, this.chance, givesUpAfterMs);
    const second = manner === 'twice at once' ? this.wait(request) : undefined;
    const [answer, same] = await Promise.all([this.wait(request), second]);
    this.hear(request, answer);
    if (same) this.hear(request, same);
    if (!answer && !same) this.door.tally.gaveUp++;
    if (answer && isPlacement(wish)) this.door.tally.orderTimes.add(performance.now() - began);
    if (answer && manner === 'with another body afterwards') await this.askOtherwise(request);
  }

  /** Its key is taken by now: nothing else can be got with it. */
  private async askOtherwise(request: KeyedRequest): Promise<void> {
    const answer = await this.door.send(withAnotherBody(request), this.chance);
    if (answer && !isPutOff(answer) && !(answer.status === 409 && isReused(answer)))
      this.odd(request, answer, 'although its key was used for another body');
  }

  private wait(request: KeyedRequest, patienceMs = PATIENCE_MS): Promise<Answer | undefined> {
    return untilDecided(this.door, request, this.chance, patienceMs);
  }

  private hear(request: KeyedRequest, answer: Answer | undefined): void {
    if (!answer) return;
    this.door.tally.decided++;
    this.own.learn(answer);
    if (!isFitting(answer) || isReused(answer)) this.odd(request, answer, 'which nothing explains');
  }

  private async read({ which }: Wish): Promise<void> {
    const order = this.own.order(which);
    const path = order ? `/api/orders/${order.id}${which > 0.5 ? '/timeline' : ''}` : '/api/orders?limit=20';
    const answer = await this.door.get(this.as, path, this.chance);
    if (answer && answer.status !== 200 && !isPutOff(answer)) this.odd({ path, key: '' }, answer, 'to who reads');
  }

  private odd({ path, key }: Pick<KeyedRequest, 'path' | 'key'>, { status, text }: Answer, why: string): void {
    this.door.tally.wasOdd({
      subject: `${path} ${key}`,
      detail: `was answered ${status}, ${why}: ${text.slice(0, 300)}`,
    });
  }
}
