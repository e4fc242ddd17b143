import { heardFrom, type Listening } from './overview-listener.js';
import { holdLock } from '../support/held-lock.js';
import { KEYS } from '../support/environment.js';
import { act, confirmed, leaveLetter, look, paidInDoubt } from '../support/operator.js';
import { Scene } from '../support/scene.js';
import { until } from '../support/until.js';
import { randomUUID } from 'node:crypto';

interface Overview {
  readonly sagas: { readonly running: number; readonly inDoubt: number; readonly needsAttention: number };
  readonly oldestInDoubt?: { readonly orderId: string; readonly step: string };
  readonly minutes: readonly {
    readonly at: string;
    readonly placed: number;
    readonly confirmed: number;
    readonly undone: number;
  }[];
  readonly allMinutesCounted: boolean;
  readonly deadLetters: number;
  readonly stopped: readonly { readonly layer: string; readonly count: number }[];
}

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open();
  await scene.stock('TEA', 100);
});
afterAll(() => scene.close());

const overview = async (): Promise<Overview> => (await look(scene, 'overview')).body as Overview;
const listen = (as: keyof typeof KEYS = 'operator', url = scene.services[0]!.url): Promise<Listening> =>
  heardFrom(`${url}/api/operations/overview/stream`, KEYS[as]);

describe('the overview', () => {
  it('tells what became of the orders of a quarter of an hour, by the minute', async () => {
    const sums = ({ minutes }: Overview): number[] =>
      (['placed', 'confirmed', 'undone'] as const).map((what) =>
        minutes.reduce((sum, minute) => sum + minute[what], 0),
      );
    const before = sums(await overview());
    await confirmed(scene);
    await scene.place({ paymentMethod: 'pm_card_chargeDeclined' }).expect(402);
    const after = await overview();
    expect(sums(after)).toEqual([before[0]! + 2, before[1]! + 1, before[2]! + 1]);
    expect([after.minutes.length, after.allMinutesCounted]).toEqual([15, true]);
    const times = after.minutes.map(({ at }) => Date.parse(at));
    expect(times.slice(1).map((time, index) => time - times[index]!)).toEqual(Array(14).fill(60_000));
  });

  it('tells what is in doubt and names the oldest one; and what needs a person', async () => {
    const order = await paidInDoubt(scene, 'doubt-in-overview');
    expect(await overview()).toMatchObject({
      sagas: { running: 1, inDoubt: 1, needsAttention: 0 },
      oldestInDoubt: { orderId: order.id, sagaId: order.sagaId, step: 'payment.capture' },
    });
    await act(scene, `sagas/${order.sagaId}/quarantine`);
    expect((await overview()).sagas.needsAttention).toBe(1);
    await act(scene, `sagas/${order.sagaId}/release`);
    await until('nothing is in doubt', async () => (await overview()).oldestInDoubt === undefined);
  });

  it('adds up what each layer has stopped on the way of all orders', async () => {
    const byKey = async (): Promise<number> => (await overview()).stopped.find(({ layer }) => layer === 'api')!.count;
    const before = await byKey();
    for (const key of ['stopped-1', 'stopped-1', 'stopped-2', 'stopped-2', 'stopped-2']) await scene.place({}, { key });
    await until('the repeats are counted', async () => (await byKey()) === before + 3);
    const [sum] = await scene.rows<{ count: string }>(
      `SELECT sum(count) AS count FROM messaging.stopped_duplicates WHERE layer = 'api'`,
    );
    expect(Number(sum!.count)).toBe(before + 3);
    expect((await overview()).stopped.map(({ layer }) => layer)).toEqual(['api', 'event', 'inbox', 'job', 'step']);
  });

  it('counts dead letters', async () => {
    const before = (await overview()).deadLetters;
    await leaveLetter(scene, (await confirmed(scene)).id, 'Error: for the overview');
    expect((await overview()).deadLetters).toBe(before + 1);
  });
});

describe('danger: an outage has left more than anybody can count', () => {
  it('is counted as far as a bound, and the oldest of it still tells the lag', async () => {
    const lag = async (): Promise<{ oldestSeconds: number; waiting: number; dead: number }> => {
      const { outbox } = (await look(scene, 'overview')).body as { outbox: { consumers: never[] } };
      return outbox.consumers[0]!;
    };
    await scene.rows(
      `INSERT INTO messaging.deliveries
         (consumer, position, message_id, tenant_id, name, aggregate_id, payload, occurred_at, ready_at, dead_at)
       SELECT 'orders.timeline', 2000000 + n, gen_random_uuid(), 'alice', 'orders.order-confirmed', $1, '{}',
         now() - n * interval '1 second', 'infinity', CASE WHEN n > 5100 THEN now() END
       FROM generate_series(1, 10200) AS n`,
      [randomUUID()],
    );
    try {
      const { oldestSeconds, ...counts } = await lag();
      expect(counts).toMatchObject({ waiting: 5_000, dead: 5_000 });
      expect(oldestSeconds).toBeGreaterThan(4_900);
    } finally {
      await scene.rows('DELETE FROM messaging.deliveries WHERE position > 2000000');
    }
  });
});

describe('the overview as a stream', () => {
  it('tells at once, and again when something has changed', async () => {
    const heard = await listen();
    expect(heard.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
    });
    const told = (): Overview[] => heard.events<Overview>('overview');
    await until('the first word', async () => told().length > 0);
    const dead = told().at(-1)!.deadLetters;
    await leaveLetter(scene, (await confirmed(scene)).id, 'Error: for the stream');
    await until('the change', async () => told().at(-1)!.deadLetters === dead + 1);
    await heard.hangUp();
  });

  it('danger: a look hangs: it is told as trouble, no other one hangs beside it, and the overview comes back', async () => {
    const heard = await listen();
    const told = (): number => heard.events('overview').length;
    const trouble = (): number => heard.events('trouble').length;
    await until('the first word', async () => told() > 0);
    const held = await holdLock(scene, 'LOCK TABLE messaging.stopped_totals IN ACCESS EXCLUSIVE MODE');
    // A look counts as late after five seconds; a busy machine takes its time.
    await until('trouble, and again', async () => trouble() >= 2, 45_000);
    const hanging = await scene.rows(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
       AND query LIKE '%FROM messaging.stopped_totals%'`,
    );
    expect(hanging).toHaveLength(1);
    const before = told();
    await held.release();
    await until('the overview', async () => told() > before);
    await heard.hangUp();
  });

  it('danger: a client listens: 403, and no word of it', async () => {
    const { status, text } = await scene.get('/api/operations/overview/stream');
    expect([status, JSON.parse(text).code]).toEqual([403, 'role_forbidden']);
  });

  it('danger: many listen: each costs the database nothing more, and the one too many is told to come back', async () => {
    const crowd = await Promise.all(Array.from({ length: 50 }, () => listen()));
    const tooMany = await scene.get('/api/operations/overview/stream', 'operator');
    expect([tooMany.status, tooMany.body.code, tooMany.headers['retry-after']]).toEqual([
      503,
      'service_unavailable',
      '1',
    ]);
    await until('everybody has heard', async () => crowd.every(({ events }) => events('overview').length > 0));
    await Promise.all(crowd.map(({ hangUp }) => hangUp()));
    const next = await until('there is room again', async () => {
      const one = await listen().catch(() => undefined);
      return one?.status === 200 && one;
    });
    await next.hangUp();
  });

  it('danger: the service ends while somebody listens: the stream ends with it, and nobody waits for the other', async () => {
    const child = await scene.launch({ SHUTDOWN_GRACE: '60s' });
    const heard = await listen('operator', child.url);
    await until('the first word', async () => heard.events('overview').length > 0);
    const since = Date.now();
    await child.close();
    await heard.ended;
    // What a listener would cost that is waited for is most of SHUTDOWN_GRACE; an ordinary end takes a few seconds.
    expect(Date.now() - since).toBeLessThan(30_000);
  });
});

describe('the declared sagas', () => {
  it('are their tables: steps in order, what each waits for, what undoes it', async () => {
    const { items } = (await look(scene, 'saga-definitions')).body as { items: { name: string }[] };
    expect(items.map(({ name }) => name).toSorted()).toEqual(['cancel-order', 'place-order', 'refund-payment']);
    expect(items.find(({ name }) => name === 'place-order')).toMatchObject({
      startsOn: 'OrderPlaced',
      expires: true,
      steps: [
        { name: 'payment.capture', done: 'PaymentCaptured', undo: { name: 'payment.refund', done: 'PaymentRefunded' } },
        {
          name: 'inventory.reserve',
          done: 'StockReserved',
          refused: 'StockRejected',
          undo: { name: 'inventory.release' },
        },
        { name: 'order.confirm', done: 'OrderConfirmed' },
      ],
      whenUndone: { name: 'order.cancel', done: 'OrderCancelled' },
    });
  });
});
