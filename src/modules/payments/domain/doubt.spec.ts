import { inDoubt } from './doubt.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const limits = { keyWindowMs: 24 * HOUR, inDoubtLimitMs: 12 * HOUR };
const fresh = { keyAgeMs: SECOND, sinceAttemptMs: SECOND, openForMs: SECOND };

describe('what may be done about an effect that nobody knows of', () => {
  it('just tried: the same key again, and nothing is proven by not finding it', () => {
    expect(inDoubt(fresh, limits)).toEqual({ mayResend: true, absenceProves: false, needsAttention: false });
  });

  it.each([
    ['a second before the provider forgets the key', 24 * HOUR - SECOND, true],
    ['when it forgets it', 24 * HOUR, false],
    ['long after', 100 * HOUR, false],
  ])('%s: may send it again: %p', (_, keyAgeMs, mayResend) => {
    expect(inDoubt({ ...fresh, keyAgeMs }, limits).mayResend).toBe(mayResend);
  });

  it.each([
    ['the third look', { looks: 3 }, true],
    ['the fourth, which would only put off the proof that there was no effect', { looks: 4 }, false],
  ])('%s sends it again: %p', (_, about, mayResend) => {
    expect(inDoubt({ ...fresh, ...about }, limits).mayResend).toBe(mayResend);
  });

  it.each([
    ['at once', 0, false],
    ['a moment before two minutes', 2 * MINUTE - 1, false],
    ['after two minutes', 2 * MINUTE, true],
  ])('%s: a complete listing without it proves that it does not exist: %p', (_, sinceAttemptMs, absenceProves) => {
    expect(inDoubt({ ...fresh, sinceAttemptMs }, limits).absenceProves).toBe(absenceProves);
  });

  it.each([
    [12 * HOUR - 1, false],
    [12 * HOUR, true],
  ])('open for %i ms: a person must look: %p', (openForMs, needsAttention) => {
    expect(inDoubt({ ...fresh, openForMs }, limits).needsAttention).toBe(needsAttention);
  });

  it('a person must look by the age of the wish, whatever was tried since', () => {
    const { needsAttention, mayResend } = inDoubt({ ...fresh, openForMs: 13 * HOUR }, limits);
    expect([needsAttention, mayResend]).toEqual([true, true]);
  });
});
