import type { PaymentFactView } from '#modules/payments/contract/index.js';
import type { RequestView } from '#modules/idempotency/contract/index.js';
import type { PastMessage } from '#shared/messaging/inbox-message.js';
import type { WaitingJob } from '#shared/jobs/waiting-jobs.store.js';
import type { StoppedOfOrder } from '#shared/observability/stopped-duplicates.store.js';
import type { PastStep } from '#shared/saga/saga-history.store.js';
import { spelledMoney } from '#shared/kernel/spelled-money.js';

const STEPS: Readonly<Record<string, string>> = {
  'payment.capture': 'Taking the payment',
  'payment.refund': 'Giving the money back',
  'inventory.reserve': 'Reserving the stock',
  'inventory.release': 'Releasing the stock',
  'inventory.return': 'Returning the stock',
  'order.confirm': 'Confirming the order',
  'order.cancel': 'Cancelling the order',
};

const STATUSES: Readonly<Record<PastStep['status'], string>> = {
  pending: 'has begun',
  unknown: 'has no known outcome yet; it is being found out',
  done: 'is done',
  refused: 'was refused',
  skipped: 'was not needed',
};

/** A step of a newer version has no sentence here yet; its name says enough. */
const stepWords = (name: string): string => STEPS[name] ?? name;

export const stepSentence = ({ name, status, generation }: PastStep): string =>
  `${stepWords(name)} ${STATUSES[status]}${generation > 1 ? ` (attempt ${generation})` : ''}.`;

const SOURCES: Readonly<Record<PaymentFactView['source'], string>> = {
  answer: 'the provider answered',
  webhook: 'the provider sent word',
  resolver: 'a look at the provider showed',
  operator: 'an operator said',
};

export function factSentence({ fact, source, amount, currency, code }: PaymentFactView): string {
  const money = amount === undefined ? 'the money' : spelledMoney(amount, currency);
  const facts: Readonly<Record<PaymentFactView['fact'], string>> = {
    captured: `${money} was captured`,
    declined: `the payment was declined${code ? ` (${code})` : ''}`,
    cancelled: `the payment was given up${code ? ` (${code})` : ''}`,
    processing: 'the payment is being processed',
    requires_action: 'the customer has to act first',
    unknown: 'nobody knows yet whether the payment was made',
    refunded: `${money} was given back`,
    refund_pending: 'the refund is under way',
    refund_failed: 'the refund failed',
    surplus: `${money} was taken a second time; it goes back`,
    disputed: 'the customer disputes the payment',
  };
  return fact === 'unknown' ? capitalized(`${facts.unknown}.`) : capitalized(`${SOURCES[source]}: ${facts[fact]}.`);
}

/** What became of a notice of the provider. */
const NOTICES: Readonly<Record<PastMessage['status'], string>> = {
  received: 'it is still to be looked at',
  applied: 'it was applied',
  ignored: 'it was known, or came too late to matter',
  parked: 'it waits for what it is about',
  quarantined: 'it contradicts what is known and was set aside',
};

export const noticeSentence = ({ type, status }: PastMessage): string =>
  `A notice of the payment provider came in (${type}): ${NOTICES[status]}.`;

const OPERATIONS: Readonly<Record<string, string>> = {
  'orders.place': 'A request to place the order',
  'orders.confirm': 'A request to confirm the draft',
  'orders.cancel': 'A request to cancel the order',
  'payments.create': 'A request to pay the draft',
  'payments.refund': 'A request to give money back',
};

export const requestSentence = ({ operation, status }: RequestView): string =>
  `${OPERATIONS[operation] ?? `A request (${operation})`} ${status === undefined ? 'waits for its answer' : `was answered with ${status}`}.`;

const ACTS: Readonly<Record<string, string>> = {
  'sagas.retry': 'to try at once what waits for its time',
  'sagas.quarantine': 'to set the order aside: nothing of it moves by itself',
  'sagas.release': 'to let the order go on',
  'sagas.compensate': 'to undo the order',
  'jobs.redrive': 'to deliver again what had failed',
  'inbox.match': 'that a notice of the payment provider is about this order',
  'sagas.resolve': 'to go on with what the provider’s books show',
};

/** An act of a newer version has no words here yet. */
export const actSentence = (act: string, isDone: boolean): string =>
  `An operator ${isDone ? 'decided' : 'proposed'} ${ACTS[act] ?? `(${act})`}.`;

/** How a layer says that it stopped something once, and how often in all. */
const STOPPED: Readonly<Record<StoppedOfOrder['layer'], string>> = {
  api: 'The same request came again; its key was known',
  event: 'The provider sent the same notice again; it was known',
  inbox: 'The same message arrived twice at once; one of them was taken',
  job: 'The same job was to be queued again; the queue had it',
  step: 'What was done already was told or asked for again; it changed nothing',
};

export const stoppedSentence = (layer: StoppedOfOrder['layer'], count: number): string =>
  `${STOPPED[layer]} (${times(count)}).`;

export const replaySentence = (count: number): string => `The stored answer was sent again (${times(count)}).`;

export const jobSentence = ({ isRunning, runsAt }: WaitingJob, step: string | undefined): string => {
  const what = step ? stepWords(step) : 'Work on the order';
  return isRunning ? `${what}: a job is at work.` : `${what}: a job is due at ${runsAt.toISOString()}.`;
};

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);
const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
