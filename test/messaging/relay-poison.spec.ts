import { Relays } from './relays.js';
import { until } from '../support/until.js';
import { randomUUID } from 'node:crypto';

let relays: Relays;
beforeEach(async () => {
  relays = await Relays.open();
});
afterEach(() => relays.close());

const poison = (word: string): void => {
  if (word.startsWith('poison')) throw new RangeError(`cannot stand ${word}`);
};

describe('B116 poison message at the head', () => {
  it('the good ones are out before the poison has died, which is parked with its error', async () => {
    const speakers = Array.from({ length: 60 }, () => randomUUID());
    for (const [index, speaker] of speakers.entries())
      await relays.put(speaker, index < 10 ? `poison ${index}` : `good ${index}`);
    // Longer than this test: whatever is heard was not waiting for the poison.
    await relays.start({ script: poison, policy: { batch: 10, pausesMs: [3_600_000] } });
    await relays.untilHeard(50);
    const left = await relays.rows<{ attempts: number; error: string; dead_at: Date | null }>(
      'SELECT attempts, error, dead_at FROM messaging.deliveries ORDER BY position',
    );
    expect(left).toEqual(
      Array.from({ length: 10 }, (_, index) => ({
        attempts: 1,
        error: `RangeError: cannot stand poison ${index}`,
        dead_at: null,
      })),
    );
  });

  it('after its last attempt nothing touches it any more, and it blocks its own order only', async () => {
    const [sick, well] = [randomUUID(), randomUUID()];
    let attempts = 0;
    const context = await relays.start({
      script: (word) => {
        if (word === 'poison') attempts++;
        poison(word);
      },
      policy: { pausesMs: [10, 10] },
    });
    await relays.say(context, sick, 'before', 'poison', 'after');
    const [dead] = await relays.untilDead(1);
    expect(dead).toMatchObject({ word: 'poison', error: 'RangeError: cannot stand poison', attempts: 3 });
    await relays.say(context, well, 'fine');
    await relays.untilHeard(2);
    await relays.say(context, sick, 'much later');
    await relays.say(context, well, 'still fine');
    await relays.untilHeard(3);
    expect(await relays.wordsOf(sick)).toEqual(['before']);
    expect(await relays.wordsOf(well)).toEqual(['fine', 'still fine']);
    // Three attempts in units of their own; the first of them was preceded by the batch that it spoiled.
    expect(attempts).toBe(4);
  });
});

describe('redriving a dead letter', () => {
  it('delivers it under its old id with all its attempts, and what waited behind it', async () => {
    const speaker = randomUUID();
    let mended = false;
    let failures = 0;
    const context = await relays.start({
      script: (word) => {
        if (word !== 'poison' || mended) return;
        failures++;
        throw new Error('not mended yet');
      },
      policy: { pausesMs: [10] },
    });
    await relays.say(context, speaker, 'poison', 'after');
    const [dead] = await relays.untilDead(1);
    const before = failures;
    expect(await relays.redrive(context, dead!.message_id)).toBe(true);
    await until('it has failed again with all its attempts', async () => failures >= before + 2);
    const [again] = await relays.untilDead(1);
    expect(again).toMatchObject({ message_id: dead!.message_id, attempts: 2 });

    mended = true;
    expect(await relays.redrive(context, dead!.message_id)).toBe(true);
    await relays.untilDelivered();
    expect(await relays.heard()).toMatchObject([{ message_id: dead!.message_id, word: 'poison' }, { word: 'after' }]);
    expect(await relays.redrive(context, dead!.message_id)).toBe(false);
  });
});
