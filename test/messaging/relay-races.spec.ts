import { LISTENER, Relays, type Script } from './relays.js';
import { until } from '../support/until.js';
import { stoppedDuplicates } from '#shared/observability/stopped-duplicates.js';
import { randomUUID } from 'node:crypto';
import { setTimeout as working } from 'node:timers/promises';

let relays: Relays;
beforeEach(async () => {
  relays = await Relays.open();
});
afterEach(() => relays.close());

/** Renewed three times within it: a process that waits for a core must not lose what it keeps. */
const LEASE_MS = 450;
/** A consumer that takes longer for one message than the lease is long. */
const slow =
  (sent: string[]): Script =>
  async (word) => {
    sent.push(word);
    await working(LEASE_MS * 3);
  };

describe('B118 two relays, two sends; late relay clobbers', () => {
  it('three living relays keep what they work on: each message is sent once', async () => {
    const sent: string[] = [];
    for (let n = 0; n < 3; n++) await relays.start({ script: slow(sent), policy: { leaseMs: LEASE_MS, batch: 1 } });
    const speakers = Array.from({ length: 6 }, () => randomUUID());
    for (const speaker of speakers) await relays.put(speaker, `of ${speaker}`);
    await relays.untilDelivered();
    expect(sent.toSorted()).toEqual(speakers.map((speaker) => `of ${speaker}`).toSorted());
    expect(await relays.heard()).toHaveLength(6);
  });

  it('relays that lost their lease without noticing send again under the same id, and one of them takes effect', async () => {
    const sent: string[] = [];
    const before = stoppedDuplicates().inbox;
    for (let n = 0; n < 3; n++) {
      await relays.start({ script: slow(sent), policy: { leaseMs: LEASE_MS, batch: 1 }, stalling: true });
    }
    const speaker = randomUUID();
    await relays.put(speaker, 'first');
    await relays.put(speaker, 'second');
    await relays.untilDelivered();
    await until('the late ones have noticed', async () => stoppedDuplicates().inbox > before);
    expect(sent.length).toBeGreaterThan(2);
    expect(await relays.wordsOf(speaker)).toEqual(['first', 'second']);
    const heard = await relays.heard();
    const consumed = await relays.rows<{ message_id: string }>(
      'SELECT message_id FROM messaging.consumptions WHERE consumer = $1 ORDER BY consumed_at',
      [LISTENER],
    );
    expect(consumed.map((row) => row.message_id).toSorted()).toEqual(heard.map((row) => row.message_id).toSorted());
  });

  it('a late failure does not touch what the successor has done', async () => {
    const speaker = randomUUID();
    const late = Promise.withResolvers<void>();
    let asked = 0;
    const script: Script = async () => {
      if (asked++ > 0) return;
      await late.promise;
      throw new Error('too late to matter');
    };
    for (let n = 0; n < 2; n++) await relays.start({ script, policy: { leaseMs: LEASE_MS, batch: 1 }, stalling: true });
    await relays.put(speaker, 'first');
    await relays.untilHeard(1);
    await relays.untilDelivered();
    late.resolve();
    await relays.put(speaker, 'second');
    await relays.untilDelivered();
    expect(await relays.wordsOf(speaker)).toEqual(['first', 'second']);
  });
});

describe('a relay that died while it held messages', () => {
  it('they are delivered after its lease, not before', async () => {
    const speaker = randomUUID();
    const context = await relays.start();
    await relays.say(context, speaker, 'known');
    await relays.untilDelivered();
    await relays.stop(context);
    await relays.put(speaker, 'orphaned');
    await relays.rows(
      `WITH gone AS (DELETE FROM messaging.outbox RETURNING *)
       INSERT INTO messaging.deliveries (consumer, position, message_id, tenant_id, name, aggregate_id, payload, occurred_at, claim, ready_at)
       SELECT $1, position, id, tenant_id, name, aggregate_id, payload, created_at, gen_random_uuid(), now() + interval '700 milliseconds' FROM gone`,
      [LISTENER],
    );
    const [{ ready_at: free } = { ready_at: new Date(0) }] = await relays.rows<{ ready_at: Date }>(
      'SELECT ready_at FROM messaging.deliveries',
    );
    await relays.start();
    await relays.untilHeard(2);
    const [last] = await relays.rows<{ consumed_at: Date }>(
      'SELECT consumed_at FROM messaging.consumptions ORDER BY consumed_at DESC LIMIT 1',
    );
    expect(last!.consumed_at.getTime()).toBeGreaterThanOrEqual(free.getTime());
  });
});
