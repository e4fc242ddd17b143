import { LISTENER, Relays } from './relays.js';
import { until } from '../support/until.js';
import { randomUUID } from 'node:crypto';

let relays: Relays;
beforeEach(async () => {
  relays = await Relays.open();
});
afterEach(() => relays.close());

const consumed = async (): Promise<string[]> =>
  (await relays.rows<{ message_id: string }>('SELECT message_id FROM messaging.consumptions')).map(
    (row) => row.message_id,
  );

describe('what has been delivered', () => {
  it('leaves nothing but the note that it was consumed', async () => {
    const context = await relays.start();
    await relays.say(context, randomUUID(), 'one', 'two');
    await relays.untilDelivered();
    expect(await consumed()).toHaveLength(2);
  });

  it('is forgotten after a week, with several relays purging at once', async () => {
    const week = 7 * 24 * 3_600_000;
    const idMadeAt = (time: number): string =>
      `${time
        .toString(16)
        .padStart(12, '0')
        .replace(/^(.{8})/, '$1-')}-7000-8000-${randomUUID().slice(-12)}`;
    const [old, young] = [idMadeAt(Date.now() - week - 60_000), idMadeAt(Date.now() - week + 3_600_000)];
    await relays.rows('INSERT INTO messaging.consumptions (consumer, message_id) VALUES ($1, $2), ($1, $3)', [
      LISTENER,
      old,
      young,
    ]);
    const foreign = ['somebody.else', old];
    await relays.rows('INSERT INTO messaging.consumptions (consumer, message_id) VALUES ($1, $2)', foreign);
    for (let n = 0; n < 3; n++) await relays.start();
    await until('the old one is forgotten', async () => (await consumed()).length === 2);
    expect((await consumed()).toSorted()).toEqual([young, old].toSorted());
  });
});

describe('B104 singleton without a constraint', () => {
  it('three instances that start at once subscribe once', async () => {
    await Promise.all([relays.start(), relays.start(), relays.start()]);
    expect(await relays.rows('SELECT consumer, event FROM messaging.subscriptions')).toEqual([
      { consumer: LISTENER, event: 'test.said' },
    ]);
  });
});

describe('a message', () => {
  it('that was consumed before is not consumed again, whatever brings it back', async () => {
    const context = await relays.start();
    const speaker = randomUUID();
    await relays.say(context, speaker, 'once');
    await relays.untilDelivered();
    const [message] = await relays.heard();
    await relays.rows(
      `INSERT INTO messaging.outbox (id, tenant_id, name, aggregate_id, payload) VALUES ($1, 'alice', 'test.said', $2, '{"word": "once"}')`,
      [message!.message_id, speaker],
    );
    await relays.put(speaker, 'next');
    await relays.untilDelivered();
    expect(await relays.wordsOf(speaker)).toEqual(['once', 'next']);
  });

  it('that nobody wants does not stay', async () => {
    await relays.start();
    await relays.rows(
      `INSERT INTO messaging.outbox (id, tenant_id, name, aggregate_id, payload)
       VALUES (gen_random_uuid(), 'alice', 'test.of-no-interest', gen_random_uuid(), '{}')`,
    );
    await relays.untilDelivered();
    expect(await relays.heard()).toEqual([]);
  });

  it('waits in the outbox while no process knows a consumer', async () => {
    const deaf = await relays.startDeaf();
    await relays.say(deaf, randomUUID(), 'patience');
    await relays.start();
    await relays.untilDelivered();
    expect((await relays.heard()).map(({ word }) => word)).toEqual(['patience']);
  });

  it('of an event that only a newer version knows waits for that version, and so does what follows it', async () => {
    const speaker = randomUUID();
    await relays.rows(`INSERT INTO messaging.subscriptions (consumer, event) VALUES ($1, 'test.newer')`, [LISTENER]);
    await relays.rows(
      `INSERT INTO messaging.outbox (id, tenant_id, name, aggregate_id, payload)
       VALUES (gen_random_uuid(), 'alice', 'test.newer', $1, '{}')`,
      [speaker],
    );
    await relays.put(speaker, 'after the newer one');
    await relays.put(randomUUID(), 'of another one');
    await relays.start();
    await relays.untilHeard(1);
    await until('the others are on their way', async () => {
      const [row] = await relays.rows<{ waiting: string }>('SELECT count(*) AS waiting FROM messaging.deliveries');
      return row?.waiting === '2';
    });
    expect((await relays.heard()).map(({ word }) => word)).toEqual(['of another one']);
  });
});
