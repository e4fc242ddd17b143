import { QueryFailedError } from 'typeorm';
import { isDatabaseUnavailable } from './database-unavailable.js';

const withCode = (code: string): Error => Object.assign(new Error('from the driver'), { code });

describe('a database that cannot be reached', () => {
  it.each([
    'ECONNREFUSED',
    'ECONNRESET',
    '57P01',
    '57P03',
    '57014',
    '55P03',
    '53100',
    '53300',
    '25P03',
    '08006',
    '08P01',
  ])('is recognised by %s', (code) => {
    expect(isDatabaseUnavailable(withCode(code))).toBe(true);
  });

  it.each(['timeout exceeded when trying to connect', 'Connection terminated unexpectedly'])('says %s', (message) => {
    expect(isDatabaseUnavailable(new Error(message))).toBe(true);
  });

  it('is recognised inside every wrapper', () => {
    expect(isDatabaseUnavailable(new QueryFailedError('SELECT 1', [], withCode('57P01')))).toBe(true);
    expect(isDatabaseUnavailable(new AggregateError([new Error('v6'), withCode('ECONNREFUSED')]))).toBe(true);
    expect(isDatabaseUnavailable(new Error('outer', { cause: withCode('08006') }))).toBe(true);
  });
});

describe('an error about a statement', () => {
  it.each(['23505', '40001', '42P01', '22021', '0800'])('is not taken for an outage: %s', (code) => {
    expect(isDatabaseUnavailable(withCode(code))).toBe(false);
  });

  it('is not taken for one by a similar message, a plain value or a cycle of causes', () => {
    const cycle = new Error('a');
    cycle.cause = cycle;
    for (const value of [new Error('note: Connection terminated unexpectedly'), 'ECONNREFUSED', null, cycle]) {
      expect(isDatabaseUnavailable(value)).toBe(false);
    }
  });
});
