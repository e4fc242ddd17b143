import type { WebhookFault } from '../faults/fault.js';
import { settlePayment } from '../payments/settle-payment.js';
import { settleRefund } from '../refunds/settle-refund.js';
import type { Courier } from '../webhooks/courier.js';
import { retell } from '../webhooks/retelling.js';
import { webhookFaultOf } from '../webhooks/webhook-fault.js';
import { newId } from '../wire/new-id.js';
import { Appointments } from './appointments.js';
import type { Books } from './books.js';
import type { Effect } from './effect.js';
import type { Cause } from './records.js';

/** How an effect is recorded beyond the effect itself. */
export interface Recording {
  readonly cause: Cause | null;
  readonly webhookFault?: WebhookFault;
  /** Remember the effect's reply under this key. */
  readonly remember?: { readonly key: string; readonly fingerprint: string };
}

/** Makes effects true: one journal entry for all of it, then the appointments and webhooks that follow from it. */
export class Registrar {
  readonly #appointments = new Appointments((id) => this.#settle(id));

  constructor(
    private readonly books: Books,
    private readonly courier: Courier,
  ) {
    for (const payment of books.payments.oldestFirst()) this.#appointments.keep(payment);
    for (const refund of books.refunds.oldestFirst()) this.#appointments.keep(refund);
  }

  /** Resolves when the first delivery of each of its events was tried; the effect itself is durable at once. */
  record(effect: Effect, { cause, webhookFault, remember }: Recording): Promise<void> {
    const now = Date.now();
    const due = this.courier.owedAt(now, webhookFault);
    const happened = webhookFault?.kind === 'webhook-reordered' ? retell(effect) : effect.happened;
    const events = happened.map(({ type, shows }) => ({ id: newId('evt'), type, createdAt: now, cause, due, shows }));
    const answer = remember && effect.reply ? { ...remember, ...effect.reply } : undefined;
    this.books.write({ payment: effect.payment, refund: effect.refund, events, answer });
    const record = effect.refund ?? effect.payment;
    if (record) this.#appointments.keep(record);
    return this.courier.dispatch(
      events.map(({ id }) => id),
      webhookFault,
    );
  }

  close(): void {
    this.#appointments.close();
  }

  #settle(id: string): void {
    const payment = this.books.payments.get(id);
    const refund = this.books.refunds.get(id);
    const refunded = refund && this.books.payments.get(refund.paymentId);
    const effect =
      refund && refunded ? settleRefund(refund, refunded) : payment ? settlePayment(payment, Date.now()) : undefined;
    if (!effect) return;
    const { paymentMethod = null } = payment ?? refunded ?? {};
    void this.record(effect, { cause: null, webhookFault: webhookFaultOf(paymentMethod) });
  }
}
