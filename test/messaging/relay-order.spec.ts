import { Relays } from './relays.js';
import { randomUUID } from 'node:crypto';

let relays: Relays;
beforeEach(async () => {
  relays = await Relays.open();
});
afterEach(() => relays.close());

describe('B115 order per aggregate lost', () => {
  it('one order is heard in its order, the others are not held up', async () => {
    const [failing, other] = [randomUUID(), randomUUID()];
    let failures = 0;
    let othersHeard = false;
    const script = (word: string): void => {
      if (word === 'c') othersHeard = true;
      if (word !== 'created' || othersHeard) return;
      failures++;
      throw new Error('fails until the other order is through');
    };
    const patient = { script, policy: { pausesMs: Array.from({ length: 1_000 }, () => 20) } };
    const first = await relays.start(patient);
    await relays.start(patient);
    for (const word of ['created', 'paid', 'completed']) await relays.say(first, failing, word);
    for (const word of ['a', 'b', 'c']) await relays.say(first, other, word);
    await relays.untilHeard(6);
    expect(failures).toBeGreaterThan(0);
    expect(await relays.wordsOf(failing)).toEqual(['created', 'paid', 'completed']);
    expect(await relays.wordsOf(other)).toEqual(['a', 'b', 'c']);
  });

  it('many orders through several relays: each in its order, each word once', async () => {
    const speakers = Array.from({ length: 40 }, () => randomUUID());
    const processes = [await relays.start(), await relays.start(), await relays.start()];
    const words = ['1', '2', '3', '4', '5', '6'];
    for (const word of words) {
      await Promise.all(speakers.map((speaker, index) => relays.say(processes[index % 3]!, speaker, word)));
    }
    await relays.untilDelivered();
    for (const speaker of speakers) expect(await relays.wordsOf(speaker)).toEqual(words);
  });
});

describe('a lower position that is committed after a higher one', () => {
  it('is not skipped', async () => {
    await relays.start();
    const [early, late] = [randomUUID(), randomUUID()];
    const slow = await relays.sql.connect();
    try {
      await slow.query('BEGIN');
      await relays.put(early, 'lower', slow);
      await relays.put(late, 'higher');
      await relays.untilHeard(1);
      expect(await relays.wordsOf(late)).toEqual(['higher']);
      await slow.query('COMMIT');
    } finally {
      slow.release();
    }
    await relays.untilHeard(2);
    expect(await relays.wordsOf(early)).toEqual(['lower']);
  });

  it('is not skipped by a dead letter behind it, nor does it set that free', async () => {
    const script = (word: string): void => {
      if (word === 'poison') throw new Error('always fails');
    };
    await relays.start({ script });
    const speaker = randomUUID();
    const slow = await relays.sql.connect();
    try {
      await slow.query('BEGIN');
      await relays.put(speaker, 'lower', slow);
      await relays.put(speaker, 'poison');
      await relays.put(speaker, 'after');
      await relays.untilDead(1);
      await slow.query('COMMIT');
    } finally {
      slow.release();
    }
    await relays.untilHeard(1);
    await relays.put(randomUUID(), 'somebody else');
    await relays.untilHeard(2);
    expect(await relays.wordsOf(speaker)).toEqual(['lower']);
  });
});
