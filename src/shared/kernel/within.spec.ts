import { withinMs } from './within.js';

describe('what has to be there in time', () => {
  it('is the result, or the failure, of what was begun', async () => {
    await expect(withinMs(60_000, Promise.resolve(7))).resolves.toBe(7);
    await expect(withinMs(60_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  });

  it('is given up when it is not, and what becomes of it then troubles nobody', async () => {
    const late = Promise.withResolvers<number>();
    await expect(withinMs(1, late.promise)).rejects.toThrow('not within 1 ms');
    late.reject(new Error('too late'));
    await expect(late.promise).rejects.toThrow('too late');
  });
});
