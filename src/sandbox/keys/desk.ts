import type { Books } from '../books/books.js';
import type { Answer } from '../books/records.js';
import type { Recording, Registrar } from '../books/registrar.js';
import type { Effect } from '../books/effect.js';
import type { FaultBoard, Occasion } from '../faults/fault.board.js';
import { type BankFault, type Fault, type WebhookFault, isBankFault, isWebhookFault } from '../faults/fault.js';
import { faultOfMethod } from '../faults/method-fault.js';
import type { Pauses } from '../faults/pauses.js';
import { roadFaultOf } from '../faults/road-fault.js';
import type { Params } from '../wire/params.js';
import { WireRefusal } from '../wire/wire-refusal.js';
import { fingerprintOf } from './fingerprint.js';
import { brokenBefore, inUse, otherParameters, tooLong, unexpected } from './key-errors.js';
import type { Operation } from './operation.js';

/** Keys have up to 255 characters (docs.stripe.com/api/idempotent_requests). */
const LONGEST_KEY = 255;

/** One POST as it arrived. */
export interface Call {
  readonly params: Params;
  /** Absent: nothing is remembered, every request is a new one. */
  readonly key: string | null;
  readonly requestId: string;
}

/** What to send back; `dropped` means to close the connection instead, `kills` to have the service killed before. */
export interface Served {
  readonly answer: Answer;
  readonly replayed: boolean;
  readonly dropped: boolean;
  readonly kills: boolean;
}

/**
 * Where every POST is served, with Stripe's treatment of keys: a finished key repeats its answer, with other parameters
 * it is a 400, a running one is a 409; what fails before the decision (malformed parameters) is not remembered.
 */
export class Desk {
  readonly #running = new Set<string>();

  constructor(
    private readonly books: Books,
    private readonly registrar: Registrar,
    private readonly faults: FaultBoard,
    private readonly pauses: Pauses,
  ) {}

  async serve<Request>(operation: Operation<Request>, call: Call): Promise<Served> {
    const { key, params } = call;
    if (key !== null) {
      if (key.length > LONGEST_KEY) throw tooLong(LONGEST_KEY);
      this.books.write({ asked: key });
    }
    const paymentMethod = operation.paymentMethodOf(params, this.books);
    const occasion: Occasion = { method: 'POST', path: operation.path, paymentMethod };
    const finished = key !== null && this.books.answers.has(key);
    const road = roadFaultOf(this.faults, occasion, {
      makesPayment: operation.makesPayment,
      firstOfKey: key === null || this.books.timesAsked(key) === 1,
      finished,
    });
    if (road?.kind === 'fail-before') throw brokenBefore(road.status);
    if (road?.kind === 'in-use-409') throw inUse(key ?? '');
    const wait = road?.kind === 'delay' ? road.ms : 0;
    const kills = road?.kind === 'kill-after-effect';
    const lost = { kills, dropped: kills || road?.kind === 'drop-after-effect' };
    if (key === null) return { ...(await this.#perform(operation, call, occasion, wait)), replayed: false, ...lost };
    return { ...(await this.#performOnce(operation, { ...call, key }, occasion, wait)), ...lost };
  }

  async #performOnce<Request>(
    operation: Operation<Request>,
    call: Call & { key: string },
    occasion: Occasion,
    wait: number,
  ): Promise<Omit<Served, 'dropped' | 'kills'>> {
    const { key, params } = call;
    if (this.#running.has(key)) throw inUse(key);
    this.#running.add(key);
    try {
      const fingerprint = fingerprintOf(operation.path, params);
      const remembered = this.books.answers.get(key);
      if (!remembered) {
        const { answer } = await this.#perform(operation, call, occasion, wait, { key, fingerprint });
        return { answer, replayed: false };
      }
      if (wait > 0) await this.pauses.wait(wait);
      if (remembered.fingerprint !== fingerprint) throw otherParameters(key);
      return { answer: remembered, replayed: true };
    } finally {
      this.#running.delete(key);
    }
  }

  async #perform<Request>(
    operation: Operation<Request>,
    call: Call,
    occasion: Occasion,
    wait: number,
    remember?: Recording['remember'],
  ): Promise<{ answer: Answer }> {
    const request = operation.read(call.params);
    if (wait > 0) await this.pauses.wait(wait);
    const cause = { requestId: call.requestId, idempotencyKey: call.key };
    const fault = this.#faultOf(
      occasion,
      (candidate): candidate is BankFault => isBankFault(candidate) && operation.shapedBy.includes(candidate.kind),
    );
    const webhookFault = this.#faultOf(occasion, isWebhookFault);
    const effect = this.#decide(operation, request, { now: Date.now(), cause, fault });
    const told = this.registrar.record(effect, { cause, webhookFault, remember });
    if (webhookFault?.kind === 'webhook-first') await told;
    const { status = 200, error, showsObject } = effect.reply ?? {};
    return { answer: { status, error, object: showsObject ? (effect.refund ?? effect.payment) : undefined } };
  }

  #decide<Request>(
    operation: Operation<Request>,
    request: Request,
    circumstances: Parameters<Operation<Request>['decide']>[2],
  ): Effect {
    const { fault } = circumstances;
    const broken = { status: 500, error: unexpected, showsObject: false };
    if (fault?.kind === 'stored-500' && !fault.effect) return { happened: [], reply: broken };
    try {
      const effect = operation.decide(request, this.books, circumstances);
      return fault?.kind === 'stored-500' ? { ...effect, reply: broken } : effect;
    } catch (refusal) {
      if (!(refusal instanceof WireRefusal)) throw refusal;
      const { status, error, object } = refusal;
      const payment = object?.object === 'payment_intent' ? object : undefined;
      return { payment, happened: [], reply: { status, error, showsObject: payment !== undefined } };
    }
  }

  #faultOf<T extends BankFault | WebhookFault>(occasion: Occasion, fits: (fault: Fault) => fault is T): T | undefined {
    const armed = this.faults.take(occasion, fits);
    if (armed) return armed;
    const named = faultOfMethod(occasion.paymentMethod);
    return named && fits(named) ? named : undefined;
  }
}
