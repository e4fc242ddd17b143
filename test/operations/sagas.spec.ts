import { holdSettling } from '../support/held-lock.js';
import { expectInvariants } from '../support/invariants.js';
import { act, actsOn, confirmed, look, paidInDoubt, referenceOf, untilOrderIs } from '../support/operator.js';
import { deliver, intentEvent, paymentOf } from '../support/provider-events.js';
import { placeAndLeave } from '../support/left-order.js';
import { Scene } from '../support/scene.js';
import { until } from '../support/until.js';
import { randomUUID } from 'node:crypto';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ instances: 2 });
  await scene.stock('TEA', 100);
});
afterAll(() => scene.close());
afterEach(() => expectInvariants(scene));

const idsOf = async (query: string): Promise<string[]> =>
  ((await look(scene, `sagas?${query}`)).body as { items: { id: string }[] }).items.map(({ id }) => id);

describe('an operator who looks for a saga', () => {
  it('finds it by its order, the key of its request, the reference of its payment, and sees all of it', async () => {
    const key = randomUUID();
    const { body: order } = await scene.place({}, { key });
    const reference = await referenceOf(scene, order.id);
    const other = await confirmed(scene);
    for (const query of [`orderId=${order.id}`, `key=${key}`, `reference=${reference}`])
      expect([query, await idsOf(query)]).toEqual([query, [order.sagaId]]);
    expect(await idsOf(`key=${key}&orderId=${other.id}`)).toEqual([]);
    expect(await idsOf('tenant=bob')).toEqual([]);
    expect(await idsOf('state=completed&olderThan=1h')).toEqual([]);
    expect(await idsOf('state=completed&tenant=alice&olderThan=0ms')).toContain(order.sagaId);

    const { status, body } = await look(scene, `sagas/${order.sagaId}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      definition: 'place-order',
      tenantId: 'alice',
      state: 'completed',
      attempts: [{ step: 'payment.capture', key: `${order.sagaId}:payment.capture`, providerReference: reference }],
      requests: [{ operation: 'orders.place', status: 201 }],
      explain: { why: 'Every step is done.', waitsFor: 'nobody', operatorMay: ['compensate'] },
    });
    expect((body.steps as object[]).length).toBe(3);
    expect(body.facts).toMatchObject([{ fact: 'captured', source: 'answer', amount: 1000 }]);
  });

  it('reads page after page, each saga once', async () => {
    for (let n = 0; n < 3; n++) await confirmed(scene);
    const [all, seen] = [await idsOf('state=completed'), [] as string[]];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body } = await look(scene, `sagas?state=completed&limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...(body.items as { id: string }[]).map(({ id }) => id));
      cursor = body.nextCursor as string | null;
    }
    expect(seen).toEqual(all);
    expect(seen.length).toBeGreaterThan(3);
  });

  it('is told that there is none', async () => {
    for (const id of [randomUUID(), 'nope'])
      expect((await look(scene, `sagas/${id}`)).body).toMatchObject({ status: 404, code: 'not_found' });
  });
});

describe('retrying', () => {
  it('makes the waiting job due under its own key; a dry run only says so', async () => {
    const order = await paidInDoubt(scene, 'retried');
    const path = `sagas/${order.sagaId}/retry`;
    const { body: before } = await look(scene, `sagas/${order.sagaId}`);
    expect(before).toMatchObject({
      state: 'in_doubt',
      step: 'payment.capture',
      explain: { waitsFor: 'provider', operatorMay: ['retry', 'compensate', 'resolve', 'quarantine'] },
    });
    const key = randomUUID();
    const dry = await act(scene, path, { dryRun: true }, { key });
    const job = `job ${order.sagaId}:payment.capture:resolve:1 is due at once`;
    expect([dry.status, dry.body]).toMatchObject([200, { outcome: 'would_be_done', effects: [job] }]);
    expect((await look(scene, `sagas/${order.sagaId}`)).body).toEqual(before);
    expect(await actsOn(scene, `saga/${order.sagaId}`)).toEqual([]);

    const done = await act(scene, path, {}, { key });
    expect([done.status, done.body]).toMatchObject([200, { outcome: 'done', effects: [job] }]);
    const again = await act(scene, path, {}, { key, instance: 1 });
    expect([again.headers['idempotent-replayed'], again.text]).toEqual(['true', done.text]);
    await untilOrderIs(scene, order.id, 'confirmed');
    expect(await actsOn(scene, `saga/${order.sagaId}`)).toEqual([
      { actor: 'ops', act: 'sagas.retry', reason: 'as tested', outcome: 'done' },
    ]);
    const { body: timeline } = await scene.get(`/api/orders/${order.id}/timeline`);
    const told = (timeline.items as { kind: string; detail: string }[]).filter(({ kind }) => kind === 'operator');
    expect(told.map(({ detail }) => detail)).toEqual(['An operator decided to try at once what waits for its time.']);
  });

  it('is refused for a saga that waits for nothing', async () => {
    const { sagaId } = await confirmed(scene);
    const { status, body } = await act(scene, `sagas/${sagaId}/retry`);
    expect([status, body.code]).toEqual([409, 'nothing_to_retry']);
  });
});

describe('undoing a confirmed order', () => {
  it('does what the dry run has said: the same key at the provider, the same stock', async () => {
    const order = await confirmed(scene, { items: [{ sku: 'TEA', quantity: 2 }] });
    const path = `sagas/${order.sagaId}/compensate`;
    const shelf = await scene.shelf('TEA');
    const dry = await act(scene, path, { dryRun: true });
    expect(dry.body).toMatchObject({ outcome: 'would_be_done', afterwards: ['stock TEA +2'] });
    const [said] = (dry.body.effects as string[]).flatMap(
      (effect) => /^refund 20\.00 EUR with key (\S+)$/.exec(effect)?.[1] ?? [],
    );
    expect((await scene.get(`/api/orders/${order.id}`)).body.status).toBe('confirmed');
    expect((await scene.booksOf(order.id)).refunds).toEqual([]);

    const done = await act(scene, path);
    expect([done.status, done.body]).toMatchObject([
      200,
      { outcome: 'done', effects: dry.body.effects, afterwards: dry.body.afterwards },
    ]);
    await untilOrderIs(scene, order.id, 'cancelled');
    expect((await scene.booksOf(order.id)).refunds).toMatchObject([{ amount: 2000, idempotencyKey: said }]);
    expect((await scene.shelf('TEA')).available).toBe(shelf.available + 2);
    const second = await act(scene, path);
    expect([second.status, second.body.code]).toEqual([409, 'not_undoable']);
  });

  it('danger: two operators press at once on two instances: one undo, and the other is told', async () => {
    const order = await confirmed(scene);
    const path = `sagas/${order.sagaId}/compensate`;
    const answers = await Promise.all([
      act(scene, path, {}, { instance: 0 }),
      act(scene, path, {}, { instance: 1, as: 'deputy' }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)!.body.code).toBe('not_undoable');
    await untilOrderIs(scene, order.id, 'cancelled');
    expect((await scene.booksOf(order.id)).refunds).toHaveLength(1);
    expect(await actsOn(scene, `saga/${order.sagaId}`)).toHaveLength(1);
  });

  it('danger: the dry run is stale: what has moved since is not undone by surprise', async () => {
    const order = await paidInDoubt(scene, 'stale');
    const { body: seen } = await look(scene, `sagas/${order.sagaId}`);
    await act(scene, `sagas/${order.sagaId}/retry`);
    await untilOrderIs(scene, order.id, 'confirmed');
    const { status, body } = await act(scene, `sagas/${order.sagaId}/compensate`, { sagaVersion: seen.version });
    expect([status, body.code]).toEqual([409, 'saga_changed']);
    expect((await scene.get(`/api/orders/${order.id}`)).body.status).toBe('confirmed');
  });
});

describe('undoing an order under way', () => {
  it('turns it back as soon as the provider has said what happened', async () => {
    const order = await paidInDoubt(scene, 'turned-back');
    const path = `sagas/${order.sagaId}/compensate`;
    const dry = await act(scene, path, { dryRun: true });
    const { body: done } = await act(scene, path);
    expect(done.effects).toEqual(dry.body.effects);
    expect(done).toMatchObject({
      afterwards: [`if the payment was made, refund 10.00 EUR with key ${order.sagaId}:payment.refund`],
    });
    const { explain } = (await look(scene, `sagas/${order.sagaId}`)).body as { explain: { operatorMay: string[] } };
    expect(explain.operatorMay).toEqual(['retry', 'resolve', 'quarantine']);
    await act(scene, `sagas/${order.sagaId}/retry`);
    await untilOrderIs(scene, order.id, 'cancelled');
    expect((await scene.booksOf(order.id)).refunds).toMatchObject([
      { amount: 1000, idempotencyKey: `${order.sagaId}:payment.refund` },
    ]);
  });
});

describe('a saga that is set aside', () => {
  it('danger: it charges the card all the same, because a job of it is at work: refused until that has ended', async () => {
    const settling = await holdSettling(scene);
    const order = await placeAndLeave(scene, 'at-work', {});
    await settling.untilWaiting(1);
    const path = `sagas/${order.sagaId}/quarantine`;
    const early = await act(scene, path);
    expect([early.status, early.body.code]).toEqual([409, 'job_at_work']);
    await settling.release();
    await untilOrderIs(scene, order.id, 'confirmed');
  });

  it('danger: moves all the same, by a job, a deadline, a notice or its own caller: it does not, until it is let go', async () => {
    const [order, other] = [await paidInDoubt(scene, 'aside'), await paidInDoubt(scene, 'beside')];
    const path = `sagas/${order.sagaId}`;
    const dry = await act(scene, `${path}/quarantine`, { dryRun: true });
    const job = `${order.sagaId}:payment.capture:resolve:1`;
    expect(dry.body.effects).toEqual(
      expect.arrayContaining([
        'saga place-order needs a person: saga_quarantined',
        `job ${job} waits until it is let go`,
      ]),
    );
    const done = await act(scene, `${path}/quarantine`, {}, { key: 'aside' });
    expect([done.status, done.body.effects]).toEqual([200, dry.body.effects]);
    expect((await act(scene, `${path}/quarantine`, {}, { key: 'aside' })).text).toBe(done.text);
    expect((await act(scene, `${path}/quarantine`)).body.code).toBe('not_quarantinable');

    const { body: shown } = await look(scene, path);
    expect(shown).toMatchObject({
      state: 'needs_attention',
      explain: { waitsFor: 'operator', operatorMay: ['release'] },
    });
    const [held] = shown.jobs as { id: string }[];
    for (const lever of [`${path}/retry`, `${path}/compensate`, `jobs/${held!.id}/redrive`])
      expect([lever, (await act(scene, lever)).body.code]).toEqual([lever, 'saga_quarantined']);
    const cancel = await scene.post(`/api/orders/${order.id}/cancel`, {});
    expect([cancel.status, cancel.body.code, cancel.body.retry]).toEqual([409, 'saga_quarantined', 'operator']);
    const { status } = await deliver(
      scene,
      intentEvent('succeeded', await paymentOf(scene, order.id), { id: order.reference }),
    );
    expect(status).toBe(200);
    await scene.rows(`UPDATE saga.sagas SET created_at = created_at - interval '1 hour' WHERE id = ANY($1)`, [
      [order.sagaId, other.sagaId],
    ]);
    await until(
      'the deadline of the other one has passed',
      async () => (await look(scene, `sagas/${other.sagaId}`)).body.stop,
    );
    const { body: still } = await look(scene, path);
    expect(still).toMatchObject({ version: shown.version, jobs: [{ id: held!.id, isRunning: false }] });
    expect(still.stop).toBeUndefined();

    await scene.rows(`UPDATE saga.sagas SET created_at = created_at + interval '1 hour' WHERE id = $1`, [order.sagaId]);
    expect((await act(scene, `${path}/release`)).status).toBe(200);
    expect((await act(scene, `${path}/release`)).body.code).toBe('not_quarantined');
    await untilOrderIs(scene, order.id, 'confirmed');
    expect((await actsOn(scene, `saga/${order.sagaId}`)).map((one) => one.act)).toEqual([
      'sagas.quarantine',
      'sagas.release',
    ]);
    await act(scene, `sagas/${other.sagaId}/retry`);
    await untilOrderIs(scene, other.id, 'cancelled');
  });
});
