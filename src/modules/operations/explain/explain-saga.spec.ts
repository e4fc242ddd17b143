import { explainSaga, type SagaFacts } from './explain-saga.js';

const now = new Date('2026-03-14T09:30:00Z');
const inMs = (ms: number): Date => new Date(now.getTime() + ms);
const saga = (facts: Partial<SagaFacts>): SagaFacts => ({
  status: 'running',
  isUndoable: true,
  openStep: 'payment.capture',
  isInDoubt: false,
  jobs: [],
  now,
  ...facts,
});
const look = { key: 's:payment.capture:resolve:2', runsAt: inMs(10_000), isRunning: false };

describe('why a saga stands where it stands', () => {
  it.each<[string, Partial<SagaFacts>, string, string]>([
    ['in doubt', { isInDoubt: true }, 'Nobody knows yet whether payment.capture has happened', 'provider'],
    [
      'the customer is asked',
      { paymentStatus: 'requires_action', isInDoubt: true },
      'The customer has to confirm',
      'customer',
    ],
    ['the bank is slow', { paymentStatus: 'processing', isInDoubt: true }, 'The provider has the payment', 'provider'],
    [
      'left to a newer version',
      { strangeStep: 'fraud.check' },
      'It has begun fraud.check, which this version of the service does not know',
      'provider',
    ],
    ['a job runs', { jobs: [{ ...look, isRunning: true }] }, 'It waits for payment.capture.', 'us'],
    [
      'undone',
      { status: 'compensated', failure: { detail: 'Sold out.' } },
      'It was undone completely: Sold out.',
      'nobody',
    ],
    ['in trouble', { attention: { code: 'x', detail: 'Look there.' } }, 'A person must look: Look there.', 'operator'],
    [
      'money on its way back',
      { status: 'compensating', openStep: 'payment.refund', failure: { detail: 'Sold out.' } },
      'It is being undone (Sold out.) and waits for payment.refund.',
      'provider',
    ],
  ])('%s', (_, facts, why, waitsFor) => {
    const told = explainSaga(saga(facts));
    expect(told.why.startsWith(why)).toBe(true);
    expect(told.waitsFor).toBe(waitsFor);
  });

  it('says that it is to turn back, and why', () => {
    expect(explainSaga(saga({ stop: { detail: 'Ordered twice.' } })).why).toMatch(/turn back .*: Ordered twice\.$/);
  });
});

describe('what the service does next', () => {
  it('is the next look, or the deadline when that comes first', () => {
    expect(explainSaga(saga({ jobs: [look], deadlineAt: inMs(60_000) })).next).toEqual({
      what: 'tried again: s:payment.capture:resolve:2',
      at: '2026-03-14T09:30:10.000Z',
    });
    expect(explainSaga(saga({ jobs: [look], deadlineAt: inMs(1_000) })).next?.what).toMatch(/turns back/);
  });

  it('is nothing for what is over, and for what is set aside', () => {
    expect(explainSaga(saga({ status: 'completed', openStep: undefined })).next).toBeUndefined();
    const attention = { code: 'saga_quarantined', detail: 'Set aside.' };
    expect(explainSaga(saga({ attention, jobs: [look], deadlineAt: inMs(1_000) })).next).toBeUndefined();
  });
});

describe('what an operator may press', () => {
  it.each<[Partial<SagaFacts>, string[]]>([
    [{ jobs: [look], isInDoubt: true }, ['retry', 'compensate', 'resolve', 'quarantine']],
    [{ stop: { detail: 'Stop.' } }, ['resolve', 'quarantine']],
    [{ status: 'completed', openStep: undefined }, ['compensate']],
    [{ status: 'completed', openStep: undefined, isUndoable: false }, []],
    [{ attention: { code: 'saga_quarantined', detail: '' }, jobs: [look] }, ['release']],
  ])('%j', (facts, levers) => {
    expect(explainSaga(saga(facts)).operatorMay).toEqual(levers);
  });
});
