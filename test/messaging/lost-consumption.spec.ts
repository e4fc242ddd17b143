import { Bench, saying, type Process } from '../kernel/support/bench.js';
import { AlreadyConsumed, consumptions } from '#shared/messaging/consumption-writes.js';
import { randomUUID } from 'node:crypto';

const CONSUMER = 'somebody';

let bench: Bench;
let process: Process;
beforeAll(async () => {
  bench = await Bench.open();
  process = await bench.process();
});
afterAll(() => bench.close());

let position = 0;

/** A message on its way to the consumer, or one that is dead. */
async function delivery(dead: boolean): Promise<{ consumer: string; messageId: string; position: string }> {
  const row = { consumer: CONSUMER, messageId: randomUUID(), position: `${++position}` };
  await bench.rows(
    `INSERT INTO messaging.deliveries
       (consumer, position, message_id, tenant_id, name, aggregate_id, payload, occurred_at, dead_at)
     VALUES ($1, $2, $3, 'alice', 'said', $4, '{}', now(), CASE WHEN $5 THEN now() END)`,
    [CONSUMER, row.position, row.messageId, randomUUID(), dead],
  );
  return row;
}

const notes = (messageId: string): Promise<object[]> =>
  bench.rows('SELECT 1 FROM messaging.consumptions WHERE message_id = $1', [messageId]);

describe('a relay that comes too late: the message was given up meanwhile', () => {
  it('danger: its unit shares a commit with others: no note is left that would swallow the message when it is sent again', async () => {
    const [dead, alive] = [await delivery(true), await delivery(false)];
    const consuming = (row: typeof dead, word: string): Promise<void> =>
      process.units.run(async (unit) => {
        unit.write(consumptions, row);
        unit.write(saying(word), null);
      });
    // The first one is being written while the two gather.
    const first = process.units.run(async (unit) => unit.write(saying('first'), null));
    const [late, other] = await Promise.allSettled([consuming(dead, 'late'), consuming(alive, 'other')]);
    await first;
    expect(late).toMatchObject({ status: 'rejected', reason: expect.any(AlreadyConsumed) });
    expect(other.status).toBe('fulfilled');
    expect(await notes(dead.messageId)).toEqual([]);
    expect(await notes(alive.messageId)).toHaveLength(1);
    const words = await bench.words();
    expect([words.includes('late'), words.includes('other')]).toEqual([false, true]);
  });
});
