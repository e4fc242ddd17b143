import type { FrontDoor } from './front-door.js';
import { type Listed, operationsList } from './operations-list.js';
import { untilDecided } from './patience.js';
import { type Answer, isFitting, isPutOff, type KeyedRequest } from './request.js';
import { Chance } from '../plan/chance.js';
import { SCARCE, SKUS } from '../plan/wishes.js';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

/** What an operator turns to, and how often; what is in trouble comes first. */
const ROUND = { 'look again': 4, redrive: 2, replay: 2, vouch: 1, count: 4 } as const;

const PATIENCE_MS = 10_000;
/** Of a list when nothing is broken any more: five lost answers on a machine that is busy with other things, and as many starts. */
const LISTED_WITHIN_MS = 60_000;
const BEFORE_REPEATING_MS = 200;
/** Put there, or there already. */
const SET = [200, 201];
/** The longest list that the operations answer at once. */
const LISTED = 100;
/** Payments on the first page of the provider's list, the newest first (docs.stripe.com/api/pagination). */
const PAGE = 100;
const ON_HAND_AT_FIRST = 2_000;
const SCARCE_AT_FIRST = 10;

/** What the operator found that had not come to rest by itself, up to a hundred of each. */
export interface Handed {
  readonly inDoubt: number;
  readonly quarantined: number;
  readonly dead: number;
}

interface IntentAtProvider {
  readonly id: string;
  readonly status: string;
  readonly metadata: { readonly orderId?: string };
}

/** Keeps the stock and presses the levers of the runbook, over the HTTP API alone. */
export class Operator {
  private readonly chance: Chance;

  constructor(
    seed: number,
    private readonly door: FrontDoor,
    private readonly providerUrl: string,
  ) {
    this.chance = new Chance(seed, 'operator');
  }

  /** Puts everything on the shelves, before anybody comes. */
  async stockUp(): Promise<void> {
    for (const sku of SKUS) await this.stock(sku, performance.now() + PATIENCE_MS);
  }

  async live(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.turnTo(this.chance.weighted(ROUND));
      // About once a second, as somebody who looks at lists all night: often enough to meet what clients do.
      await pause(this.chance.between(300, 1_500), undefined, { signal }).catch(() => undefined);
    }
  }

  /** Has a look taken at everything that is in doubt, so that what can be known is known; how much of it there was. */
  async lookAtAll(): Promise<Handed> {
    const doubtful = await this.list(`sagas?state=in_doubt&limit=${LISTED}`, LISTED_WITHIN_MS);
    const quarantined = await this.list(`jobs?state=quarantined&limit=${LISTED}`, LISTED_WITHIN_MS);
    const dead = await this.list(`jobs?state=dead&limit=${LISTED}`, LISTED_WITHIN_MS);
    for (const saga of doubtful) await this.act(`sagas/${saga.id}/retry`);
    for (const job of [...quarantined, ...dead]) await this.redrive(job);
    return { inDoubt: doubtful.length, quarantined: quarantined.length, dead: dead.length };
  }

  /** The same again until it is set: a second setting changes nothing. */
  private async stock(sku: string, deadline: number): Promise<void> {
    const onHand = sku === SCARCE ? SCARCE_AT_FIRST : ON_HAND_AT_FIRST;
    const stock = { name: sku, unitPrice: 990, currency: 'EUR', onHand };
    const answer = await this.door.put('operator', `/api/inventory/${sku}`, stock, this.chance);
    if (answer && SET.includes(answer.status)) return;
    const mayRepeat = answer === undefined || isPutOff(answer);
    if (!mayRepeat || performance.now() > deadline)
      throw new Error(`stocking ${sku} was answered ${answer?.status} ${answer?.text}`);
    await pause(BEFORE_REPEATING_MS);
    return this.stock(sku, deadline);
  }

  private async turnTo(act: keyof typeof ROUND): Promise<unknown> {
    if (act === 'count') return this.count();
    if (act === 'look again') return this.forOne('sagas?state=in_doubt', ({ id }) => this.act(`sagas/${id}/retry`));
    if (act === 'redrive') {
      const state = this.chance.pick(['dead', 'quarantined']);
      return this.forOne(`jobs?state=${state}`, (job) => this.redrive(job));
    }
    if (act === 'replay') return this.forOne('inbox?state=parked', ({ id }) => this.act(`inbox/${id}/replay`));
    return this.forOne('sagas?state=in_doubt', (saga) => this.vouch(saga));
  }

  private redrive({ id }: Listed): Promise<void> {
    return this.act(`jobs/${encodeURIComponent(id)}/redrive`);
  }

  /** Says that a payment was made, having seen it in the books of the provider. */
  private async vouch({ id, orderId, step, version }: Listed): Promise<void> {
    if (step !== 'payment.capture') return;
    const paid = (await this.intents()).find(
      ({ metadata, status }) => metadata.orderId === orderId && status === 'succeeded',
    );
    if (!paid) return;
    const seen = { outcome: 'applied', providerReference: paid.id, evidence: 'The list of payments at the provider.' };
    // It may have gone on meanwhile, and be in doubt about its refund by now.
    await this.act(`sagas/${id}/resolve`, { ...seen, sagaVersion: version });
  }

  private async intents(): Promise<readonly IntentAtProvider[]> {
    const headers = { authorization: 'Bearer sk_test_sandbox' };
    try {
      const answer = await fetch(`${this.providerUrl}/v1/payment_intents?limit=${PAGE}`, { headers });
      return ((await answer.json()) as { data?: IntentAtProvider[] }).data ?? [];
    } catch {
      // The provider misbehaves to operators too.
      return [];
    }
  }

  /** Goods come, mostly of what is scarce, or a cup is broken. */
  private async count(): Promise<void> {
    // More comes than is broken, and of what is scarce a little less than is bought, so that it keeps running out.
    const sku = this.chance.happens(0.6) ? SCARCE : this.chance.pick(SKUS);
    const delta = this.chance.happens(0.8) ? this.chance.between(1, 6) : -1;
    await this.press(`/api/inventory/${sku}/adjustments`, { delta, reason: 'Counted.' });
    this.door.tally.acted('count');
  }

  private async forOne(list: string, act: (one: Listed) => Promise<unknown>): Promise<void> {
    const found = await this.list(list);
    if (found.length > 0) await act(this.chance.pick(found));
  }

  private list(path: string, patienceMs?: number): Promise<readonly Listed[]> {
    return operationsList(this.door, path, this.chance, patienceMs);
  }

  private async act(path: string, more: object = {}): Promise<void> {
    const answer = await this.press(`/api/operations/${path}`, { reason: 'The lab asks.', ...more });
    if (answer?.status === 200) this.door.tally.acted(path.split('/').at(-1)!);
  }

  private async press(path: string, body: KeyedRequest['body']): Promise<Answer | undefined> {
    const request: KeyedRequest = { as: 'operator', path, key: randomUUID(), body };
    const answer = await untilDecided(this.door, request, this.chance, PATIENCE_MS);
    // Gone means that somebody, or the service itself, was faster.
    if (answer && answer.status !== 404 && !isFitting(answer)) {
      const { status, text } = answer;
      this.door.tally.wasOdd({ subject: path, detail: `was answered ${status}: ${text.slice(0, 300)}` });
    }
    return answer;
  }
}
