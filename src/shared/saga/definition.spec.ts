import { stepRef } from './definition.js';

describe('the key of a step, as the outside world sees it', () => {
  it('is made of the saga and the step', () => {
    expect(stepRef('saga-1', 'payment.capture').key).toBe('saga-1:payment.capture');
  });

  it('is the same for every repeat of one attempt and another for a numbered new one', () => {
    expect(stepRef('saga-1', 'payment.capture', 1).key).toBe(stepRef('saga-1', 'payment.capture').key);
    expect(stepRef('saga-1', 'payment.capture', 2).key).toBe('saga-1:payment.capture:2');
  });
});
