import { FinalAnswers } from './final-answers.js';
import { IdempotencyRecord } from '../record.js';

const IDENTITY = { tenant: 'alice', operation: 'POST /orders', key: 'k1' };
const SAGA = '0197f2b1-0000-7000-8000-000000000001';
const LONG_MS = 60_000;

const answered = (status: number, sagaId?: string, body = '{}') =>
  new IdempotencyRecord('id', 'alice', 'POST /orders', Buffer.from('f'), 1, sagaId, new Date(0), {
    status,
    headers: {},
    body,
  });
const undecided = new IdempotencyRecord(
  'id',
  'alice',
  'POST /orders',
  Buffer.from('f'),
  1,
  SAGA,
  new Date(0),
  undefined,
);

/** What a cache says after it was given this record. */
const after = (record: IdempotencyRecord, livesMs = LONG_MS, bytes = 1_000_000) => {
  const answers = new FinalAnswers(bytes);
  answers.keep(IDENTITY, record, livesMs);
  return answers.get(IDENTITY);
};

describe('an answer in memory', () => {
  it('is kept when it can only be given again: a success, or whatever a saga has decided', () => {
    for (const record of [answered(201), answered(201, SAGA), answered(402, SAGA)]) expect(after(record)).toBe(record);
  });

  it('danger: a refusal that may be released, and what is still undecided, is asked for each time', () => {
    for (const record of [answered(404), answered(409), undecided]) expect(after(record)).toBeUndefined();
  });

  it('danger: what has expired is gone', async () => {
    expect(after(answered(201), 0)).toBeUndefined();
    const answers = new FinalAnswers(1_000_000);
    answers.keep(IDENTITY, answered(201), 20);
    const until = performance.now() + 20;
    while (performance.now() <= until) await new Promise(setImmediate);
    expect(answers.get(IDENTITY)).toBeUndefined();
  });

  it('danger: what was on its way when all was forgotten is not kept', () => {
    const answers = new FinalAnswers(1_000_000);
    const { sinceCleared } = answers;
    answers.clear();
    answers.keep(IDENTITY, answered(201), LONG_MS, sinceCleared);
    expect(answers.get(IDENTITY)).toBeUndefined();
  });

  it.each(['tenant', 'operation', 'key'] as const)('danger: belongs to one %s', (member) => {
    const answers = new FinalAnswers(1_000_000);
    answers.keep(IDENTITY, answered(201), LONG_MS);
    expect(answers.get({ ...IDENTITY, [member]: 'another' })).toBeUndefined();
  });

  it('takes no more memory than was given: the one that was asked for last stays', () => {
    const answers = new FinalAnswers(3 * 12_000);
    const keys = Array.from({ length: 10 }, (_, at) => ({ ...IDENTITY, key: `k${at}` }));
    for (const identity of keys) answers.keep(identity, answered(201, SAGA, 'x'.repeat(10_000)), LONG_MS);
    expect(keys.filter((identity) => answers.get(identity)).map(({ key }) => key)).toEqual(['k7', 'k8', 'k9']);
  });

  it('is not kept at all where nothing may be', () => {
    expect(after(answered(201), LONG_MS, 0)).toBeUndefined();
    expect(after(answered(201, SAGA, 'x'.repeat(5_000)), LONG_MS, 4_000)).toBeUndefined();
  });
});
