import type { ArmedFault } from '../faults/armed-fault.js';
import type { Entry } from './entry.js';
import type { Journal } from './journal.js';
import type { EventRecord, MoneyRecord, PaymentRecord, RefundRecord, RememberedAnswer } from './records.js';
import { Shelf } from './shelf.js';

/** Everything the provider knows, in memory; `write` is the only way to change it and is durable when it returns. */
export class Books {
  readonly payments = new Shelf<PaymentRecord>();
  readonly refunds = new Shelf<RefundRecord>();
  readonly events = new Shelf<EventRecord>();
  readonly answers = new Map<string, RememberedAnswer>();
  readonly faults = new Map<number, ArmedFault>();
  readonly #askedByKey = new Map<string, number>();
  readonly #paymentOfCharge = new Map<string, string>();
  readonly #refundsOfPayment = new Map<string, Shelf<RefundRecord>>();

  constructor(private readonly journal: Journal) {
    for (const entry of journal.read()) this.#apply(entry);
  }

  write(entry: Entry): void {
    this.journal.append(entry);
    this.#apply(entry);
  }

  /** How many HTTP requests carried this key, the first one and those without effect included. */
  timesAsked(key: string): number {
    return this.#askedByKey.get(key) ?? 0;
  }

  paymentOfCharge(chargeId: string): PaymentRecord | undefined {
    const id = this.#paymentOfCharge.get(chargeId);
    return id === undefined ? undefined : this.payments.get(id);
  }

  refundsOf(paymentId: string): Shelf<RefundRecord> {
    return this.#refundsOfPayment.get(paymentId) ?? new Shelf();
  }

  close(): void {
    this.journal.close();
  }

  #apply(entry: Entry): void {
    if (entry.payment) this.#applyPayment(entry.payment);
    if (entry.refund) this.#applyRefund(entry.refund);
    const object = entry.refund ?? entry.payment;
    if (object) this.#applyNotes(entry, object);
    else if (entry.answer) this.answers.set(entry.answer.key, remembered(entry.answer));
    if (entry.asked !== undefined) this.#askedByKey.set(entry.asked, this.timesAsked(entry.asked) + 1);
    if (entry.delivered) this.#applyDelivery(entry.delivered);
    if (entry.keysForgotten) this.answers.clear();
    this.#applyFaults(entry);
  }

  #applyPayment(payment: PaymentRecord): void {
    this.payments.put(payment);
    if (payment.charge) this.#paymentOfCharge.set(payment.charge.id, payment.id);
  }

  #applyRefund(refund: RefundRecord): void {
    this.refunds.put(refund);
    const ofPayment = this.refundsOf(refund.paymentId);
    ofPayment.put(refund);
    this.#refundsOfPayment.set(refund.paymentId, ofPayment);
  }

  #applyNotes(entry: Entry, object: MoneyRecord): void {
    for (const { shows, ...note } of entry.events ?? []) {
      this.events.put({ ...note, object: shows ?? object, deliveries: 0 });
    }
    if (entry.answer) {
      this.answers.set(entry.answer.key, remembered(entry.answer, entry.answer.showsObject ? object : undefined));
    }
  }

  #applyDelivery({ event: id, last }: { event: string; last: boolean }): void {
    const event = this.events.get(id);
    if (!event) return;
    this.events.put({ ...event, deliveries: event.deliveries + 1, due: last ? undefined : event.due });
  }

  #applyFaults(entry: Entry): void {
    if (entry.disarmed) this.faults.clear();
    if (entry.armed) this.faults.set(entry.armed.id, entry.armed);
    const fault = entry.met === undefined ? undefined : this.faults.get(entry.met);
    if (!fault) return;
    if (fault.times <= 1) this.faults.delete(fault.id);
    else this.faults.set(fault.id, { ...fault, times: fault.times - 1 });
  }
}

function remembered(note: NonNullable<Entry['answer']>, object?: MoneyRecord): RememberedAnswer {
  return { fingerprint: note.fingerprint, status: note.status, error: note.error, object };
}
