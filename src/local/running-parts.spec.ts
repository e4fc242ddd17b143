import { RunningParts } from './running-parts.js';

const scene = () => {
  const told: string[] = [];
  const complaints: string[] = [];
  const parts = new RunningParts((line) => complaints.push(line));
  const part = (name: string, stop: () => Promise<void> = async () => undefined, withinMs = 1_000) =>
    parts.add(name, withinMs, async () => {
      told.push(name);
      await stop();
    });
  return { told, complaints, parts, part };
};

describe('the parts of a local start', () => {
  it('stop in the reverse order, each after the one before it has ended', async () => {
    const { told, parts, part } = scene();
    part('database');
    part('service', async () => {
      await new Promise(setImmediate);
      told.push('service ended');
    });
    await parts.stopAll();
    expect(told).toEqual(['service', 'service ended', 'database']);
  });

  it('stop once, however often it is asked', async () => {
    const { told, parts, part } = scene();
    part('database');
    await Promise.all([parts.stopAll(), parts.stopAll()]);
    await parts.stopAll();
    expect(told).toEqual(['database']);
  });

  it('stop although one above them fails, which is told', async () => {
    const { told, complaints, parts, part } = scene();
    part('database');
    part('service', () => Promise.reject(new Error('broken')));
    await parts.stopAll();
    expect(told).toEqual(['service', 'database']);
    expect(complaints).toEqual(['The service did not stop in order: broken']);
  });

  it('stop although one above them never ends, which is told', async () => {
    const { told, complaints, parts, part } = scene();
    part('database');
    part('service', () => new Promise(() => undefined), 20);
    await parts.stopAll();
    expect(told).toEqual(['service', 'database']);
    expect(complaints).toEqual(['The service did not stop in order: still busy after 20 ms']);
  });
});
