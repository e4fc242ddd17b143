import type { PaymentFact } from './payment-fact.js';
import type { PaymentStatus } from '../contract/index.js';

/** `apply` moves the payment on, `ignore` is news we already had or that comes too late to matter. */
export type Verdict = 'apply' | 'ignore';

type FactKind = PaymentFact['kind'];

const ignoreAll = {
  captured: 'ignore',
  declined: 'ignore',
  processing: 'ignore',
  requires_action: 'ignore',
  unknown: 'ignore',
} as const;

/**
 * What each fact means to a payment in each state: forward only, total. Money that turns up after a payment was given
 * up (declined, cancelled) is applied, because it exists and has to go back (semantics 32).
 */
export const paymentPolicy: Readonly<Record<PaymentStatus, Readonly<Record<FactKind, Verdict>>>> = {
  pending: { captured: 'apply', declined: 'apply', processing: 'apply', requires_action: 'apply', unknown: 'apply' },
  unknown: { captured: 'apply', declined: 'apply', processing: 'apply', requires_action: 'apply', unknown: 'ignore' },
  requires_action: {
    captured: 'apply',
    declined: 'apply',
    processing: 'apply',
    requires_action: 'ignore',
    unknown: 'ignore',
  },
  processing: {
    captured: 'apply',
    declined: 'apply',
    processing: 'ignore',
    requires_action: 'ignore',
    unknown: 'ignore',
  },
  declined: { ...ignoreAll, captured: 'apply' },
  cancelled: { ...ignoreAll, captured: 'apply' },
  captured: ignoreAll,
  partially_refunded: ignoreAll,
  refunded: ignoreAll,
};
