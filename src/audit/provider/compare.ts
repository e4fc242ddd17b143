import type { Book, TheirPayment } from './book.js';
import type { OurPayment } from './our-payment.js';
import * as rules from './provider.rules.js';
import type { Rule } from '../rule.js';

/** What seems to be wrong with one payment; it is looked at once more before anybody is told. */
export interface Suspicion {
  readonly rule: Rule;
  readonly paymentId: string;
  /** The provider's payments that it is about. */
  readonly references: readonly string[];
  readonly detail: string;
}

/** One of our payments beside everything that the provider holds about it. What is younger than `settledBefore` is under way. */
export function compare(ours: OurPayment, book: Book, settledBefore: number): Suspicion[] {
  const found: Suspicion[] = [];
  const own = ours.reference === null ? undefined : book.payments.get(ours.reference);
  const suspect = (rule: Rule, detail: string, references: readonly (string | null)[] = [ours.reference]): void =>
    void found.push({
      rule,
      paymentId: ours.id,
      references: references.filter((reference) => reference !== null),
      detail,
    });
  if (ours.captured > 0 && ours.settled && ours.covered) {
    if (!own?.succeeded) suspect(rules.CHARGE_MISSING, `${ours.reference ?? 'no reference'} of order ${ours.orderId}`);
    else if (own.amount !== ours.amount || own.currency !== ours.currency)
      suspect(rules.CHARGE_DIFFERS, `here ${ours.amount} ${ours.currency}, there ${own.amount} ${own.currency}`);
  }
  for (const theirs of book.claiming(ours.id, ours.orderId)) {
    if (theirs.succeeded && theirs.createdAt < settledBefore) judgeClaim(ours, theirs, suspect);
  }
  if (own) {
    const gone = book.refundsOf(own.reference).reduce((sum, { failed, amount }) => sum + (failed ? 0 : amount), 0);
    if (gone > own.amount) suspect(rules.OVER_REFUNDED, `${gone} of ${own.amount}`);
    const isUndone = ours.orderStatus === 'cancelled' || ours.orderStatus === null;
    if (isUndone && own.succeeded && gone < own.amount && ours.refunding === 0 && ours.settled && !ours.attention)
      suspect(rules.KEPT_WITHOUT_ORDER, `order ${ours.orderId}, kept ${own.amount - gone}`);
  }
  compareRefunds(ours, book, settledBefore, suspect);
  return found;
}

type Suspect = (rule: Rule, detail: string, references?: readonly (string | null)[]) => void;

/** Money that names our payment: it is the one that we know, is going back, or is of one that is still asked about. */
function judgeClaim(ours: OurPayment, theirs: TheirPayment, suspect: Suspect): void {
  if (theirs.reference === ours.reference) {
    if (ours.captured === 0 && !ours.open && ours.settled)
      suspect(rules.CHARGE_UNKNOWN, `${theirs.reference} of order ${ours.orderId}`);
    return;
  }
  const isGoingBack =
    theirs.refunded === theirs.amount || ours.refunds.some(({ surplus }) => surplus === theirs.reference);
  if (isGoingBack || ours.open || !ours.settled) return;
  const rule = ours.captured > 0 ? rules.TAKEN_TWICE : rules.CHARGE_UNKNOWN;
  suspect(rule, `${theirs.reference} of order ${ours.orderId}`, [theirs.reference, ours.reference]);
}

function compareRefunds(ours: OurPayment, book: Book, settledBefore: number, suspect: Suspect): void {
  const known = new Set(ours.refunds.flatMap(({ id, reference }) => (reference === null ? [id] : [id, reference])));
  for (const refund of ours.refunds) {
    if (!refund.succeeded || !refund.settled || !ours.covered) continue;
    const money = refund.surplus ?? ours.reference;
    const theirs = refund.reference === null ? undefined : book.refunds.get(refund.reference);
    const about = `refund ${refund.id}, there ${refund.reference ?? 'without a reference'}`;
    if (!theirs || theirs.failed) suspect(rules.REFUND_MISSING, about, [money]);
    else if (theirs.amount !== refund.amount || theirs.currency !== ours.currency || theirs.payment !== money)
      suspect(rules.REFUND_DIFFERS, `${about}: ${theirs.amount} ${theirs.currency} of ${theirs.payment}`, [money]);
  }
  if (ours.reference === null) return;
  for (const theirs of book.refundsOf(ours.reference)) {
    const isKnown = known.has(theirs.reference) || (theirs.refundId !== undefined && known.has(theirs.refundId));
    if (!theirs.failed && !isKnown && theirs.createdAt < settledBefore)
      suspect(rules.REFUND_UNKNOWN, `${theirs.reference}, ${theirs.amount} ${theirs.currency}`);
  }
}
