import { laterRefundJob, refundJob, resolveJob } from './job-requests.js';
import { Refund } from '../domain/refund.entity.js';
import { askedPayment } from '../../../../test/support/sample-payment.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const payment = Object.assign(askedPayment(), { captured: Number.MAX_SAFE_INTEGER });
const refund = Refund.request(payment, 1000, { stepKey: 'saga-1:payment.refund', reason: 'test', owed: true });

describe('looks at what is in doubt', () => {
  it('come after 2 s, 10 s, 1 min, 10 min, 1 h, then hourly', () => {
    const ages = [1, 4, 15, 80, 700, 5_000, 9_000].map((seconds) => seconds * SECOND);
    const pauses = ages.map((ageMs, nth) => resolveJob(payment, nth + 1, ageMs).delayMs);
    expect(pauses).toEqual([2 * SECOND, 10 * SECOND, MINUTE, 10 * MINUTE, HOUR, HOUR, HOUR]);
    expect(ages.map((ageMs, nth) => refundJob(refund, nth + 2, ageMs).delayMs)).toEqual(pauses);
  });

  it.each([
    ['a minute', 30 * SECOND, MINUTE],
    ['ten minutes', 5 * MINUTE, 10 * MINUTE],
    ['an hour', 2 * HOUR, HOUR],
  ])('danger: a service that starts again and again puts none off beyond its turn: %s', (_, ageMs, pauseMs) => {
    expect(resolveJob(payment, 100, ageMs).delayMs).toBe(pauseMs);
    expect(refundJob(refund, 100, ageMs).delayMs).toBe(pauseMs);
  });

  it('a refund that was returned is tried an hour later', () => {
    expect(laterRefundJob(refund).delayMs).toBe(HOUR);
  });
});
