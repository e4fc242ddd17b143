import type { Explanation } from '../contract/index.js';
import { QUARANTINED } from '#shared/saga/quarantine.js';

/** What decides where a saga goes next. */
export interface SagaFacts {
  readonly status: 'running' | 'compensating' | 'completed' | 'compensated';
  readonly isUndoable: boolean;
  readonly openStep?: string;
  /** One that it has begun and this version of the service does not know. */
  readonly strangeStep?: string;
  readonly isInDoubt: boolean;
  /** Of the order's payment. */
  readonly paymentStatus?: string;
  readonly attention?: { readonly code: string; readonly detail: string };
  readonly stop?: { readonly detail: string };
  readonly failure?: { readonly detail: string };
  /** Its jobs, the next one first. */
  readonly jobs: readonly { readonly key: string; readonly runsAt: Date; readonly isRunning: boolean }[];
  readonly deadlineAt?: Date;
  readonly now: Date;
}

/** Why a saga stands where it stands, what the service does next, and what an operator may press. */
export function explainSaga(saga: SagaFacts): Explanation {
  return {
    why: [
      reason(saga),
      ...(saga.stop ? [`It is to turn back as soon as that is known: ${saga.stop.detail}`] : []),
    ].join(' '),
    waitsFor: waitsFor(saga),
    next: next(saga),
    operatorMay: operatorMay(saga),
  };
}

const isOver = ({ status }: SagaFacts): boolean => status === 'completed' || status === 'compensated';

function reason({ status, attention, openStep, strangeStep, isInDoubt, paymentStatus, failure }: SagaFacts): string {
  if (attention) return `A person must look: ${attention.detail}`;
  if (status === 'completed') return 'Every step is done.';
  if (status === 'compensated') return `It was undone completely: ${failure?.detail ?? 'no reason is on record'}`;
  if (strangeStep)
    return `It has begun ${strangeStep}, which this version of the service does not know: instances of a newer version move it.`;
  const step = openStep ?? 'nothing';
  if (status === 'compensating')
    return `It is being undone (${failure?.detail ?? 'no reason is on record'}) and waits for ${step}.`;
  if (openStep === 'payment.capture' && paymentStatus === 'requires_action')
    return 'The customer has to confirm the payment at the bank.';
  if (openStep === 'payment.capture' && paymentStatus === 'processing')
    return 'The provider has the payment and has not decided about it.';
  if (isInDoubt) return `Nobody knows yet whether ${step} has happened; the provider is asked until somebody does.`;
  return `It waits for ${step}.`;
}

function waitsFor(saga: SagaFacts): Explanation['waitsFor'] {
  if (saga.attention) return 'operator';
  if (isOver(saga)) return 'nobody';
  if (saga.jobs.some(({ isRunning }) => isRunning)) return 'us';
  if (saga.paymentStatus === 'requires_action' && saga.status === 'running') return 'customer';
  return saga.openStep?.startsWith('payment.') ? 'provider' : 'us';
}

/** A deadline asks for a way back; a job looks or tries again, whichever comes first. */
function next(saga: SagaFacts): Explanation['next'] {
  if ((isOver(saga) && saga.jobs.length === 0) || saga.attention?.code === QUARANTINED) return undefined;
  const acts = saga.jobs.map(({ key, runsAt, isRunning }) => ({
    what: `${isRunning ? 'at work' : 'tried again'}: ${key}`,
    at: isRunning || runsAt < saga.now ? saga.now : runsAt,
  }));
  if (saga.status === 'running' && saga.deadlineAt && !saga.stop)
    acts.push({ what: 'it turns back, because it took too long', at: saga.deadlineAt });
  const first = acts.toSorted((a, b) => a.at.getTime() - b.at.getTime())[0];
  return first && { what: first.what, at: first.at.toISOString() };
}

function operatorMay(saga: SagaFacts): string[] {
  const waits = saga.jobs.some(({ isRunning }) => !isRunning);
  const isMoney = saga.openStep === 'payment.capture' || saga.openStep === 'payment.refund';
  const canTurnBack = saga.status === 'completed' || (saga.status === 'running' && !saga.stop);
  if (saga.attention?.code === QUARANTINED) return ['release'];
  return [
    ...(waits ? ['retry'] : []),
    ...(saga.isUndoable && canTurnBack ? ['compensate'] : []),
    ...(isMoney && !isOver(saga) ? ['resolve'] : []),
    ...(isOver(saga) ? [] : ['quarantine']),
  ];
}
