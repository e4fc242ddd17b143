import { Instance } from '../../lab/stack/instance.js';

/** Roads that nobody drives on: no start comes as far as that. */
const NOWHERE = { database: 'postgres://nobody:none@127.0.0.1:9/none', provider: 'http://127.0.0.1:9' };
/** Node ends over it before it has loaded anything. */
const WRONG = '--no-such-option';

const going = new AbortController();
/** One whose process ends before it serves. */
const unable = (signal = going.signal): Promise<Instance> =>
  Instance.on(0, NOWHERE, () => ({ NODE_OPTIONS: WRONG }), signal);

describe('an instance that cannot start', () => {
  it('says so at the very first start, and is given up after five more, with its last words', async () => {
    const instance = await unable();
    try {
      await expect(instance.open()).rejects.toThrow(WRONG);
      expect([instance.state, instance.gaveUpWith]).toEqual(['starting', undefined]);
      await instance.start();
      expect(instance.state).toBe('ended');
      expect(instance.gaveUpWith).toContain(WRONG);
    } finally {
      await instance.end();
    }
  });

  it('is not started any more when all is over', async () => {
    const instance = await unable(AbortSignal.abort());
    await instance.start();
    expect([instance.state, instance.gaveUpWith]).toEqual(['ended', undefined]);
    await instance.end();
  });
});
