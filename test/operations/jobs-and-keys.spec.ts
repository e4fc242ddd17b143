import { expectInvariants, untilQuiet } from '../support/invariants.js';
import { act, actsOn, confirmed, leaveLetter, look, unpaidInDoubt, untilOrderIs } from '../support/operator.js';
import { clearFaults } from '../support/provider-control.js';
import { Scene } from '../support/scene.js';
import { until } from '../support/until.js';
import { randomUUID } from 'node:crypto';
import type { Response } from 'supertest';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ instances: 2 });
  await scene.stock('TEA', 100);
});
afterAll(() => scene.close());
afterEach(() => expectInvariants(scene));

const letter = (orderId: string, error?: string): Promise<string> => leaveLetter(scene, orderId, error);

const isGone = (messageId: string): Promise<true> =>
  until(`message ${messageId} is delivered`, async () => {
    const left = await scene.rows('SELECT 1 FROM messaging.deliveries WHERE message_id = $1', [messageId]);
    return left.length === 0;
  });

describe('dead letters', () => {
  it('are listed by their error with what waits behind each, and redriven one by one or all of one error', async () => {
    const [one, two, three] = [await confirmed(scene), await confirmed(scene), await confirmed(scene)];
    await untilQuiet(scene);
    const first = await letter(one.id, `Error: order ${one.id} failed after 17 ms`);
    const behind = await letter(one.id);
    const same = await letter(two.id, `Error: order ${two.id} failed after 4 ms`);
    const other = await letter(three.id, 'Error: of another kind');
    const { items: groups } = (await look(scene, 'jobs/errors')).body as {
      items: { group: string; count: number; waitingBehind: number }[];
    };
    expect(groups.map(({ count, waitingBehind }) => [count, waitingBehind])).toEqual([
      [2, 1],
      [1, 0],
    ]);
    const { body: page } = await look(scene, 'jobs?limit=1');
    expect(page.items).toMatchObject([
      { id: `orders.timeline~${first}`, kind: 'message', state: 'dead', orderId: one.id, waitingBehind: 1 },
    ]);
    const { body: rest } = await look(scene, `jobs?limit=5&cursor=${page.nextCursor}`);
    expect((rest.items as { id: string }[]).map(({ id }) => id)).toEqual([
      `orders.timeline~${same}`,
      `orders.timeline~${other}`,
    ]);
    const { body: outbox } = await look(scene, 'outbox');
    expect(outbox.items).toEqual(
      expect.arrayContaining([expect.objectContaining({ consumer: 'orders.timeline', dead: 3, waiting: 1 })]),
    );

    const path = `jobs/orders.timeline~${other}/redrive`;
    const dry = await act(scene, path, { dryRun: true });
    expect(dry.body.effects).toEqual([
      `orders.order-confirmed ${other} is delivered to orders.timeline again, then 0 behind it`,
    ]);
    const done = await act(scene, path, {}, { key: 'redriven' });
    expect([done.status, done.body.effects]).toEqual([200, dry.body.effects]);
    expect((await act(scene, path, {}, { key: 'redriven' })).text).toBe(done.text);
    await isGone(other);
    expect((await act(scene, path)).body.code).toBe('not_dead');
    expect(await actsOn(scene, `job/orders.timeline~${other}`)).toMatchObject([{ act: 'jobs.redrive' }]);

    const all = { group: groups[0]!.group };
    expect((await act(scene, 'jobs/redrive', { ...all, dryRun: true })).body.effects).toHaveLength(2);
    expect((await act(scene, 'jobs/redrive', all)).status).toBe(200);
    for (const id of [first, behind, same]) await isGone(id);
    expect((await act(scene, 'jobs/redrive', all)).body.code).toBe('not_dead');
    expect(await actsOn(scene, `errors/${all.group}`)).toMatchObject([{ act: 'jobs.redrive-all' }]);
  });

  it('danger: a second consumer has failed at the same message, and the page between both swallows it: both are listed', async () => {
    const dead = await letter((await confirmed(scene)).id, 'Error: twice');
    await scene.rows(
      `INSERT INTO messaging.deliveries SELECT 'orders.report', position, message_id, tenant_id, name, aggregate_id, payload,
         occurred_at, ready_at, claim, attempts, error, dead_at FROM messaging.deliveries WHERE message_id = $1`,
      [dead],
    );
    const { body: first } = await look(scene, 'jobs?limit=1');
    const { body: second } = await look(scene, `jobs?limit=1&cursor=${first.nextCursor}`);
    await scene.rows(`DELETE FROM messaging.deliveries WHERE consumer = 'orders.report'`);
    const ids = [first, second].flatMap(({ items }) => (items as { id: string }[]).map(({ id }) => id));
    expect(ids).toEqual([`orders.report~${dead}`, `orders.timeline~${dead}`]);
    const elsewhere = await look(scene, `jobs?state=waiting&cursor=${first.nextCursor}`);
    expect([elsewhere.status, elsewhere.body.errors]).toMatchObject([400, [{ pointer: '/cursor' }]]);
    await act(scene, `jobs/orders.timeline~${dead}/redrive`);
    await isGone(dead);
  });

  it('danger: two operators redrive one at once: delivered once, and one of them is told', async () => {
    const dead = await letter((await confirmed(scene)).id, 'Error: raced');
    const answers = await Promise.all(
      [0, 1].map((instance) => act(scene, `jobs/orders.timeline~${dead}/redrive`, {}, { instance })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await isGone(dead);
  });

  it('a job that was set aside for killing its workers is due at once, and has its lives back', async () => {
    await scene.rows(
      `SELECT graphile_worker.add_job('payments.resolve', $1::json, run_at => now() + interval '1 hour', job_key => 'set-aside')`,
      [JSON.stringify({ paymentId: randomUUID(), look: 1, crashes: 3 })],
    );
    const { items } = (await look(scene, 'jobs?state=quarantined')).body as { items: { id: string }[] };
    expect(items).toMatchObject([{ kind: 'job', key: 'set-aside', crashes: 3 }]);
    const { status, body } = await act(scene, `jobs/${items[0]!.id}/redrive`);
    expect([status, body.effects]).toEqual([200, ['job set-aside is due at once']]);
    await until(
      'it has run',
      async () =>
        (await scene.rows(`SELECT 1 FROM graphile_worker._private_jobs WHERE key = 'set-aside'`)).length === 0,
    );
    expect((await act(scene, `jobs/${items[0]!.id}/redrive`)).status).toBe(404);
  });
});

const keyOf = async (key: string): Promise<{ id: string } & Record<string, unknown>> =>
  ((await look(scene, `keys?key=${key}`)).body as { items: ({ id: string } & Record<string, unknown>)[] }).items[0]!;

describe('the key of a caller', () => {
  it('is inspected: who used it, what became of it, how often it came again, why its answer is stored', async () => {
    const { body: order } = await scene.place({}, { key: 'inspected' });
    await scene.place({}, { key: 'inspected' });
    const shown = await until('the repetition is counted', async () => {
      const key = await keyOf('inspected');
      return key['replays'] === 1 && key;
    });
    expect(shown).toMatchObject({
      key: 'inspected',
      tenantId: 'alice',
      operation: 'orders.place',
      state: 'decided',
      status: 201,
      sagaId: order.sagaId,
      location: `/api/orders/${order.id}`,
    });
    expect(shown['explain']).toMatch(/^The answer 201 is stored, because/);
    expect((await look(scene, `keys/${shown.id}`)).body).toEqual(shown);
    for (const id of [randomUUID(), 'nope'])
      expect((await look(scene, `keys/${id}`)).body).toMatchObject({ status: 404, code: 'not_found' });
    const undecided = await unpaidInDoubt(scene, 'undecided');
    expect((await keyOf('undecided'))['explain']).toMatch(/^No answer is stored/);
    await act(scene, `sagas/${undecided.sagaId}/compensate`);
    await clearFaults(scene.sandbox.url);
    await act(scene, `sagas/${undecided.sagaId}/retry`);
  });

  it('is let go only when nothing has happened under it, and can be used anew', async () => {
    const wanted = { expectedTotal: 999 };
    expect((await scene.place(wanted, { key: 'refused' })).body.code).toBe('amount_mismatch');
    const { id } = await keyOf('refused');
    const path = `keys/${id}/release`;
    const dry = await act(scene, path, { dryRun: true });
    expect(dry.body.effects).toEqual([`key ${id} may be used anew`]);
    expect((await keyOf('refused')).id).toBe(id);
    const done = await act(scene, path, {}, { key: 'let-go' });
    expect([done.status, done.body.effects]).toEqual([200, dry.body.effects]);
    expect((await act(scene, path, {}, { key: 'let-go' })).text).toBe(done.text);
    expect(await actsOn(scene, `key/${id}`)).toMatchObject([{ actor: 'ops', act: 'keys.release' }]);
    await scene.stock('TEA', 100, 999);
    scene.heard.letExpire('refused');
    const placed = await scene.place(wanted, { key: 'refused' });
    expect(placed.status).toBe(201);
    await untilOrderIs(scene, placed.body.id as string, 'confirmed');
  });

  it('danger: it is let go after something has happened: refused, and never a second order', async () => {
    await scene.place({}, { key: 'kept' });
    await scene.place({ paymentMethod: 'pm_card_chargeDeclined' }, { key: 'undone' });
    const running = await unpaidInDoubt(scene, 'running');
    for (const key of ['kept', 'undone', 'running']) {
      const { status, body } = await act(scene, `keys/${(await keyOf(key)).id}/release`);
      expect([key, status, body.code]).toEqual([key, 409, 'key_not_releasable']);
    }
    await clearFaults(scene.sandbox.url);
    await act(scene, `sagas/${running.sagaId}/retry`);
  });
});

describe('danger: a client reaches for the levers', () => {
  const reach = async (method: string, path: string): Promise<Response> => {
    if (method === 'get') return scene.get(path);
    if (method === 'delete') return scene.delete(path);
    return method === 'put'
      ? scene.put(path, { items: [] }, 'alice')
      : scene.post(path, { reason: 'mine', dryRun: false });
  };

  it('is told 403 by every route of the operators, and nothing is done', async () => {
    const { url } = scene.services[0]!;
    const { paths } = (await (await fetch(`${url}/docs-json`)).json()) as {
      paths: Record<string, Record<string, object>>;
    };
    const routes = Object.entries(paths).filter(([path]) => path.startsWith('/api/operations/'));
    const answered = [];
    for (const [path, methods] of routes) {
      const real = path.replace('{id}', randomUUID());
      for (const method of Object.keys(methods)) {
        const { status, body } = await reach(method, real);
        answered.push([method, path, status, body.code]);
      }
    }
    expect(answered.length).toBeGreaterThan(14);
    expect(answered.filter(([, , status, code]) => status !== 403 || code !== 'role_forbidden')).toEqual([]);
  });
});
