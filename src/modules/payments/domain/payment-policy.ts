import type { PaymentFact } from './payment-fact.js';
import type { PaymentStatus } from '../contract/index.js';

/**
 * What to do with a fact. `apply`: it moves the payment on. `ignore`: news we had, or that comes too late to matter.
 * `park`: what it is about is not here (yet). `reverse`: money was taken a second time and goes back under its own key.
 * `quarantine`: it cannot be about this order; nothing moves and a person looks.
 */
export type Verdict = 'apply' | 'ignore' | 'park' | 'reverse' | 'quarantine';

export type FactKind = PaymentFact['kind'];

/**
 * What a fact is about: the provider's payment that is ours, or may become ours because none is yet; an earlier attempt
 * at it, under a key that was given up; another of the provider's payments that names our saga.
 */
export type Standing = 'own payment' | 'earlier attempt' | 'another payment';

type Row = Readonly<Record<FactKind, Verdict>>;
type Table = Readonly<Record<PaymentStatus, Row>>;

const row = (exceptions: Partial<Row>, otherwise: Verdict): Row => ({
  captured: otherwise,
  declined: otherwise,
  cancelled: otherwise,
  processing: otherwise,
  requires_action: otherwise,
  unknown: otherwise,
  ...exceptions,
});

const inEveryState = (same: Row): Table => ({
  pending: same,
  unknown: same,
  requires_action: same,
  processing: same,
  declined: same,
  cancelled: same,
  captured: same,
  partially_refunded: same,
  refunded: same,
});

/**
 * What each fact means to a payment in each state: total, and forward only. Money that turns up after a payment was given
 * up (declined, cancelled) is applied, because it exists and has to go back (semantics 32).
 */
export const paymentPolicy: Readonly<Record<Standing, Table>> = {
  'own payment': {
    ...inEveryState(row({}, 'ignore')),
    pending: row({}, 'apply'),
    unknown: row({ unknown: 'ignore' }, 'apply'),
    requires_action: row({ requires_action: 'ignore', unknown: 'ignore' }, 'apply'),
    processing: row({ captured: 'apply', declined: 'apply', cancelled: 'apply' }, 'ignore'),
    declined: row({ captured: 'apply' }, 'ignore'),
    cancelled: row({ captured: 'apply' }, 'ignore'),
  },
  'earlier attempt': {
    ...inEveryState(row({ captured: 'apply' }, 'ignore')),
    captured: row({}, 'ignore'),
    partially_refunded: row({}, 'ignore'),
    refunded: row({}, 'ignore'),
  },
  'another payment': inEveryState(row({ captured: 'reverse', unknown: 'ignore' }, 'quarantine')),
};

/** What each fact means when there is no payment that it could be about: it waits for one. */
export const unknownPaymentPolicy: Row = row({ unknown: 'ignore' }, 'park');
