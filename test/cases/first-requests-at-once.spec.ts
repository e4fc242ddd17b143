import { holdLock, holdSettling } from '../support/held-lock.js';
import { expectInvariants } from '../support/invariants.js';
import { Scene } from '../support/scene.js';
import { sent } from '../support/sent.js';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ instances: 2 });
  await scene.stock('TEA', 1000);
});
afterAll(() => scene.close());

type Answers = readonly { readonly status: number; readonly text: string }[];

/** One final answer at most, every other one a 202. */
function expectOneDecision(answers: Answers): void {
  expect(answers.filter(({ status }) => status !== 201 && status !== 202)).toEqual([]);
  expect(new Set(answers.filter(({ status }) => status === 201).map(({ text }) => text)).size).toBeLessThan(2);
}

async function expectOneOrder(key: string): Promise<void> {
  const orders = await scene.rows<{ id: string }>(
    'SELECT o.id FROM orders.orders o JOIN idempotency.records r USING (saga_id) WHERE r.key = $1',
    [key],
  );
  expect(orders).toHaveLength(1);
  const { charges } = await scene.booksOf(orders[0]!.id);
  expect(charges).toMatchObject([{ status: 'succeeded', attempts: 1 }]);
}

const countOrders = async (): Promise<number> =>
  (await scene.rows<{ count: number }>('SELECT count(*)::int AS count FROM orders.orders'))[0]!.count;

describe('first requests at the same moment', () => {
  it('B001 fifty identical posts over two instances: one order, one capture, one sale, no 5xx', async () => {
    const shelf = await scene.shelf('TEA');
    const orders = await countOrders();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => scene.place({}, { key: 'b001', instance: n % 2 })),
    );
    expectOneDecision(answers);
    await scene.decision({ body: { pollUrl: `/api/idempotency/${(await scene.claimed('b001')).id}` } });
    await expectOneOrder('b001');
    expect(await countOrders()).toBe(orders + 1);
    expect(await scene.shelf('TEA')).toMatchObject({ onHand: shelf.onHand - 1, reserved: 0 });
    await expectInvariants(scene);
  });

  it('B002 both pass the look-up, one loses the insert: it reads again and gets no error', async () => {
    // An uncommitted row with the same identity lets both pass the look-up and holds both at their insert.
    const barrier = await holdLock(
      scene,
      `INSERT INTO idempotency.records (id, tenant_id, operation, key, fingerprint, fingerprint_version, state)
       VALUES (gen_random_uuid(), 'alice', 'orders.place', 'b002', '', 1, 'processing')`,
    );
    const posts = [0, 1].map((instance) => sent(scene.place({}, { key: 'b002', instance })));
    await barrier.untilWaiting(2);
    await barrier.release();
    const answers = await Promise.all(posts);
    expectOneDecision(answers);
    expect(answers.map(({ status }) => status)).toContain(201);
    await expectOneOrder('b002');
    await expectInvariants(scene);
  });

  it('B003 the first is slow: duplicates are sent to its poll at once and nothing runs twice', async () => {
    const settling = await holdSettling(scene);
    const first = sent(scene.place({}, { key: 'b003' }).set('Prefer', 'wait=20'));
    const { id } = await scene.claimed('b003');
    const tookMs: number[] = [];
    for (const instance of [1, 0, 1, 0]) {
      const askedAt = performance.now();
      const duplicate = await scene.place({}, { key: 'b003', instance });
      tookMs.push(performance.now() - askedAt);
      expect(duplicate.status).toBe(202);
      expect(duplicate.headers).toMatchObject({ 'retry-after': '1', location: `/api/idempotency/${id}` });
    }
    // The fastest, because a machine that runs other tests may hold up any single one.
    expect(Math.min(...tookMs)).toBeLessThan(300);
    await settling.release();
    const original = await first;
    expect(original.status).toBe(201);
    const polled = await scene.get(`/api/idempotency/${id}`, 'alice', 1);
    expect([polled.status, polled.text]).toEqual([201, original.text]);
    await expectOneOrder('b003');
    await expectInvariants(scene);
  });

  it('B005 a duplicate that waited for the first to commit looks again and does not run', async () => {
    // Nothing waits for a holder but the insert of the claim itself; held up after its claim, the first is that holder.
    const brake = await holdLock(scene, 'LOCK TABLE saga.sagas IN SHARE MODE');
    const first = sent(scene.place({}, { key: 'b005' }));
    await brake.untilWaiting(1);
    const queued = sent(scene.place({}, { key: 'b005', instance: 1 }));
    await brake.untilWaiting(2);
    await brake.release();
    const answers = await Promise.all([first, queued]);
    expectOneDecision(answers);
    expect(answers[0].status).toBe(201);
    await expectOneOrder('b005');
    await expectInvariants(scene);
  });

  it('B006 a slow original makes no conflict of its duplicate', async () => {
    const settling = await holdSettling(scene);
    const first = sent(scene.place({}, { key: 'b006' }).set('Prefer', 'wait=20'));
    await scene.claimed('b006');
    const duplicate = await scene.place({}, { key: 'b006', instance: 1 });
    expect(duplicate.status).toBe(202);
    await settling.release();
    const followed = await scene.decision(duplicate, { instance: 1 });
    expect([followed.status, followed.text]).toEqual([201, (await first).text]);
    await expectOneOrder('b006');
    await expectInvariants(scene);
  });
});

describe('a race that is lost later than at the insert', () => {
  it('B007 a commit that fails is decided again: 201 or 202 for all, one order each', async () => {
    const keys = ['b007-a', 'b007-b', 'b007-c', 'b007-d'];
    // The claim's constraint cannot be deferred under ON CONFLICT, so the first two commits of each key are made to fail.
    await scene.rows(`
      ${keys.map((key) => `CREATE SEQUENCE public."commits of ${key}";`).join(' ')}
      CREATE FUNCTION public.fail_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN IF nextval(format('public.%I', 'commits of ' || NEW.key)) <= 2 THEN RAISE SQLSTATE '40001'; END IF; RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER fail_at_commit AFTER INSERT ON idempotency.records
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.fail_at_commit();`);
    const answers = await Promise.all(
      keys.flatMap((key) => [0, 1].map((instance) => scene.place({}, { key, instance }))),
    );
    await scene.rows('DROP TRIGGER fail_at_commit ON idempotency.records');
    for (const key of keys) {
      expectOneDecision(answers.filter(({ headers }) => headers['idempotency-key'] === key));
      await scene.decision({ body: { pollUrl: `/api/idempotency/${(await scene.claimed(key)).id}` } });
      await expectOneOrder(key);
    }
    await expectInvariants(scene);
  });

  it('B007 under serializable isolation, where the loser fails instead of finding nothing inserted', async () => {
    const [{ name } = { name: '' }] = await scene.rows<{ name: string }>('SELECT current_database() AS name');
    await scene.rows(`ALTER DATABASE ${name} SET default_transaction_isolation = 'serializable'`);
    const [first, second] = [await scene.join(), await scene.join()];
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => scene.place({}, { key: 'b007', instance: n % 2 ? first : second })),
    );
    expectOneDecision(answers);
    await scene.decision({ body: { pollUrl: `/api/idempotency/${(await scene.claimed('b007')).id}` } });
    await expectOneOrder('b007');
    await scene.rows(`ALTER DATABASE ${name} RESET default_transaction_isolation`);
    await expectInvariants(scene);
  });
});
