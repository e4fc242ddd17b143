import { Instance } from '../../lab/stack/instance.js';
import { until } from '../support/until.js';

/** Roads that nobody drives on: no start comes as far as that. */
const NOWHERE = { database: 'postgres://nobody:none@127.0.0.1:9/none', provider: 'http://127.0.0.1:9' };
/** Node ends over it before it has loaded anything. */
const WRONG = '--no-such-option';

/** Says that it serves, in the place of the service, and ends by itself a moment later. */
const SHORT_LIFE = `
  process.stderr.write('Ichido serves on http://127.0.0.1:9\\n');
  await new Promise((over) => setTimeout(over, 20));
  process.stderr.write('out of memory', () => process.exit(1));
  await new Promise(() => {});`;

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
      expect([instance.failedStarts, instance.deaths]).toEqual([5, []]);
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

describe('an instance that dies by itself', () => {
  const mortal = (signal = going.signal): Promise<Instance> => {
    const preload = `--import=data:text/javascript,${encodeURIComponent(SHORT_LIFE)}`;
    return Instance.on(0, NOWHERE, () => ({ NODE_OPTIONS: preload }), signal);
  };
  const died = (instance: Instance) =>
    until('it has died', async () => instance.lives.length > 0 && instance.pid === undefined);

  it('is put on record once, with its last words, by whoever looks first', async () => {
    const instance = await mortal();
    try {
      await instance.open();
      await died(instance);
      expect([instance.noteDeath(), instance.noteDeath()]).toEqual([true, false]);
      expect(instance.deaths).toEqual([expect.stringContaining('out of memory')]);
    } finally {
      await instance.end();
    }
  });

  it('is put on record by its next start, when nobody has looked before', async () => {
    const over = new AbortController();
    const instance = await mortal(over.signal);
    try {
      await instance.open();
      await died(instance);
      await instance.start();
      expect(instance.deaths).toContainEqual(expect.stringContaining('out of memory'));
    } finally {
      over.abort();
      await instance.end();
    }
  });
});
