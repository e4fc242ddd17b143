import { Relays, type Script } from './relays.js';
import { until } from '../support/until.js';
import { UnitOfWork } from '#shared/database/unit-of-work/unit-of-work.js';
import { randomUUID } from 'node:crypto';

let relays: Relays;
beforeEach(async () => {
  relays = await Relays.open();
});
afterEach(() => relays.close());

const attemptsOf = async (word: string): Promise<number | undefined> => {
  const [row] = await relays.rows<{ attempts: number }>(
    `SELECT attempts FROM messaging.deliveries WHERE payload ->> 'word' = $1`,
    [word],
  );
  return row?.attempts;
};

describe('a consumer whose unit is cut off in the middle', () => {
  it('hears the message again, with one effect', async () => {
    let cuts = 0;
    const script: Script = (_word, _message, inside) => {
      if (cuts++ < 3) inside((sql) => sql('SELECT pg_terminate_backend(pg_backend_pid())'));
    };
    await relays.start({ script, policy: { pausesMs: [] } });
    const speaker = randomUUID();
    await relays.put(speaker, 'once');
    await relays.untilDelivered();
    expect(cuts).toBeGreaterThan(3);
    expect(await relays.wordsOf(speaker)).toEqual(['once']);
  });
});

describe('a database that is busy or away', () => {
  it('counts against no message, however often it fails', async () => {
    let failures = 0;
    let over = false;
    const script: Script = (_word, _message, inside) => {
      if (over) return;
      failures++;
      inside((sql) => sql(`DO $$ BEGIN RAISE SQLSTATE '53200'; END $$`));
    };
    // The first failure of its own would make it a dead letter.
    await relays.start({ script, policy: { pausesMs: [] } });
    await relays.put(randomUUID(), 'patient');
    await until('it has failed a few times', async () => failures >= 4);
    expect(await attemptsOf('patient')).toBe(0);
    over = true;
    await relays.untilDelivered();
    expect(await relays.heard()).toHaveLength(1);
  });

  it('a defect in a statement is the message’s own fault', async () => {
    const script: Script = (_word, _message, inside) => inside((sql) => sql('SELECT 1 / 0'));
    await relays.start({ script, policy: { pausesMs: [] } });
    await relays.put(randomUUID(), 'broken');
    const [dead] = await relays.untilDead(1);
    expect(dead).toMatchObject({ attempts: 1, error: 'error: division by zero' });
  });

  it('all connections of a relay cut at once: it goes on by itself', async () => {
    const context = await relays.start();
    const speaker = randomUUID();
    await relays.say(context, speaker, 'before');
    await relays.untilHeard(1);
    await relays.rows(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'ichido%'`,
    );
    await relays.put(speaker, 'after');
    await relays.untilHeard(2);
    expect(await relays.wordsOf(speaker)).toEqual(['before', 'after']);
  });
});

describe('a restart', () => {
  it('delivers what was committed while nobody worked, once', async () => {
    const first = await relays.start();
    const speaker = randomUUID();
    await relays.say(first, speaker, 'before');
    await relays.untilDelivered();
    await relays.stop(first);
    await relays.put(speaker, 'meanwhile');
    await relays.start();
    await relays.untilDelivered();
    expect(await relays.wordsOf(speaker)).toEqual(['before', 'meanwhile']);
  });
});

describe('the commits of consumers', () => {
  it('are not counted as those of the operations that they hear of', async () => {
    const context = await relays.start();
    const units = context.get(UnitOfWork);
    await relays.say(context, randomUUID(), 'one', 'two', 'three');
    await relays.untilDelivered();
    expect(units.commits).toBe(1);
    // The commit may be seen before its answer is.
    await until('it is counted', async () => units.consumerCommits >= 1);
  });
});
