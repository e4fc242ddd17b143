import { RunningStack } from '../../bench/stack/running-stack.ts';

/** A stack, what has been stopped of it so far, and what it complained of. */
function opened() {
  const [stopped, complaints]: [string[], string[]] = [[], []];
  const stack = new RunningStack((line) => complaints.push(line));
  const stop = (name: string) => async (): Promise<void> => void stopped.push(name);
  return { stack, stopped, complaints, stop };
}

describe('a stack of what runs', () => {
  it('is stopped from the top, each once, whatever does not stop in order', async () => {
    const { stack, stopped, complaints, stop } = opened();
    stack.add('bottom', stop('bottom'));
    stack.add('middle', () => Promise.reject(new Error('stuck')));
    stack.add('top', stop('top'));
    await Promise.all([stack.stopAll(), stack.stopAll()]);
    expect(stopped).toEqual(['top', 'bottom']);
    expect(complaints).toEqual(['middle did not stop in order: Error: stuck']);
  });

  it('stops what is still starting, once it has started, before what is below it', async () => {
    const { stack, stopped, stop } = opened();
    stack.add('below', stop('below'));
    const { promise, resolve } = Promise.withResolvers<string>();
    const starting = stack.start(
      'late',
      () => promise,
      (name) => stop(name)(),
    );
    const all = stack.stopAll();
    expect([stack.isStopping, stack.signal.aborted]).toEqual([true, true]);
    resolve('late');
    await Promise.all([all, starting]);
    expect(stopped).toEqual(['late', 'below']);
  });

  it('stops nothing of what did not start', async () => {
    const { stack, complaints } = opened();
    const starting = stack.start(
      'never',
      () => Promise.reject(new Error('no')),
      () => Promise.reject(new Error('was stopped')),
    );
    await expect(starting).rejects.toThrow('no');
    await stack.stopAll();
    expect(complaints).toEqual([]);
  });

  it('starts nothing any more when it is stopped, and stops at once what is added then', async () => {
    const { stack, stopped, stop } = opened();
    await stack.stopAll();
    let starts = 0;
    const starting = stack.start(
      'late',
      async () => void starts++,
      () => Promise.resolve(),
    );
    await expect(starting).rejects.toThrow('all is being stopped');
    expect(starts).toBe(0);
    stack.add('added', stop('added'));
    await stack.stopAll();
    expect(stopped).toEqual(['added']);
  });
});
