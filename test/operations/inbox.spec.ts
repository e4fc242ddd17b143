import { expectInvariants } from '../support/invariants.js';
import { act, actsOn, confirmed, look, paidInDoubt, untilOrderIs } from '../support/operator.js';
import { decided, intentEvent, paymentOf, told, type InboxRow } from '../support/provider-events.js';
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

/** The provider tells of a payment without naming whose it is. */
async function parked(orderId: string, reference: string, over: object = {}): Promise<InboxRow> {
  const event = intentEvent('succeeded', await paymentOf(scene, orderId), { id: reference, metadata: {}, ...over });
  const message = await told(scene, event);
  expect(message.status).toBe('parked');
  return message;
}

describe('a notice that does not say whose payment it is about', () => {
  it('is parked, listed, and applied to the order that an operator names', async () => {
    const order = await paidInDoubt(scene, 'unnamed');
    const message = await parked(order.id, order.reference);
    const { body: list } = await look(scene, 'inbox?state=parked&type=payment_intent.succeeded');
    expect((list.items as object[])[0]).toMatchObject({ id: message.id, eventId: message.event_id, state: 'parked' });

    const path = `inbox/${message.id}/match`;
    const key = randomUUID();
    const dry = await act(scene, path, { orderId: order.id, dryRun: true }, { key });
    expect([dry.status, dry.body]).toMatchObject([
      200,
      { outcome: 'would_be_done', afterwards: ['the payment becomes what it says'] },
    ]);
    expect(dry.body.effects).toContain(`message ${message.event_id} is looked at again`);
    expect((await decided(scene, message.event_id)).status).toBe('parked');
    const done = await act(scene, path, { orderId: order.id }, { key });
    expect([done.status, done.body.effects]).toEqual([200, dry.body.effects]);
    await untilOrderIs(scene, order.id, 'confirmed');
    expect((await act(scene, path, { orderId: order.id }, { key, instance: 1 })).text).toBe(done.text);
    expect(await actsOn(scene, `message/${message.id}`)).toMatchObject([{ act: 'inbox.match', outcome: 'done' }]);
    await until('it is applied', async () => (await decided(scene, message.event_id)).status === 'applied');

    const again = await act(scene, path, { orderId: order.id });
    expect([again.status, again.body.code]).toEqual([409, 'already_applied']);
    const { items } = (await look(scene, `inbox?orderId=${order.id}`)).body as { items: object[] };
    expect(items).toMatchObject([{ id: message.id, state: 'applied', orderId: order.id }]);
  });

  it('danger: it is matched with an order of another amount, with a paid one, with none: refused', async () => {
    const [order, other] = [await paidInDoubt(scene, 'mismatched'), await confirmed(scene)];
    const dear = await confirmed(scene, { items: [{ sku: 'TEA', quantity: 2 }] });
    const message = await parked(order.id, order.reference);
    const path = `inbox/${message.id}/match`;
    for (const orderId of [dear.id, randomUUID()]) {
      const { status, body } = await act(scene, path, { orderId });
      expect([status, body.code]).toEqual([409, 'not_matchable']);
    }
    const wouldGoBack = await act(scene, path, { orderId: other.id, dryRun: true });
    expect(wouldGoBack.body.afterwards).toEqual(['the order is paid by another payment, so this money goes back']);
    await act(scene, path, { orderId: order.id });
    await untilOrderIs(scene, order.id, 'confirmed');
  });

  it('danger: it names another order, or was a second payment that went back: refused, and nobody gets goods for it', async () => {
    const [order, rival] = [await paidInDoubt(scene, 'robbed'), await paidInDoubt(scene, 'rival')];
    const event = intentEvent('processing', await paymentOf(scene, rival.id), { id: rival.reference });
    const named = await told(scene, event);
    await scene.rows(`UPDATE messaging.inbox SET status = 'parked' WHERE id = $1`, [named.id]);
    await scene.rows('DELETE FROM messaging.consumptions WHERE message_id = $1', [named.id]);
    await scene.rows('UPDATE payments.payments SET provider_reference = NULL WHERE order_id = $1', [rival.id]);
    const theirs = await act(scene, `inbox/${named.id}/match`, { orderId: order.id });
    expect([theirs.status, theirs.body.code]).toEqual([409, 'not_matchable']);
    expect(theirs.body.detail).toContain(rival.id);
    for (const { sagaId, reference } of [order, rival])
      await act(scene, `sagas/${sagaId}/resolve`, {
        outcome: 'applied',
        providerReference: reference,
        evidence: 'the books of the sandbox',
      });
    for (const { id } of [order, rival]) await untilOrderIs(scene, id, 'confirmed');
  });

  it('danger: it is matched a second time while the first match is still tried: refused, not dropped in silence', async () => {
    const [order, other] = [await paidInDoubt(scene, 'first-match'), await paidInDoubt(scene, 'second-match')];
    const message = await parked(order.id, order.reference);
    await scene.rows(
      `INSERT INTO graphile_worker._private_jobs (task_id, payload, run_at, key)
       SELECT id, $1::json, now() + interval '1 hour', $2 FROM graphile_worker._private_tasks
       WHERE identifier = 'payments.apply-notice'`,
      [JSON.stringify({ messageId: message.id, orderId: order.id }), `${message.id}:apply:match`],
    );
    const second = await act(scene, `inbox/${message.id}/match`, { orderId: other.id });
    expect([second.status, second.body.code]).toEqual([409, 'notice_decided']);
    await scene.rows('UPDATE graphile_worker._private_jobs SET run_at = now() WHERE key = $1', [
      `${message.id}:apply:match`,
    ]);
    await untilOrderIs(scene, order.id, 'confirmed');
    await act(scene, `sagas/${other.sagaId}/retry`);
    await untilOrderIs(scene, other.id, 'confirmed');
  });

  it('is looked at again when an operator says so, and stays parked while nothing fits it', async () => {
    const order = await confirmed(scene);
    const message = await parked(order.id, 'pi_nobody');
    const path = `inbox/${message.id}/replay`;
    const dry = await act(scene, path, { dryRun: true });
    const done = await act(scene, path, {}, { key: 'again' });
    expect([done.status, done.body.effects]).toEqual([200, dry.body.effects]);
    expect((await act(scene, path, {}, { key: 'again' })).text).toBe(done.text);
    await until('it is looked at', async () => (await decided(scene, message.event_id)).status === 'parked');
    expect(await actsOn(scene, `message/${message.id}`)).toMatchObject([{ act: 'inbox.replay' }]);
  });
});

describe('danger: a message that has had its effect is replayed', () => {
  it('refused, also when it was set aside afterwards for saying two things', async () => {
    const order = await confirmed(scene);
    const event = intentEvent('succeeded', await paymentOf(scene, order.id));
    const message = await told(scene, event);
    expect((await act(scene, `inbox/${message.id}/replay`)).body.code).toBe('already_applied');
    await told(scene, { ...event, data: { object: { ...(event['data'] as { object: object }).object, amount: 5 } } });
    await until('it is set aside', async () => (await decided(scene, event.id)).status === 'quarantined');
    const { status, body } = await act(scene, `inbox/${message.id}/replay`);
    expect([status, body.code]).toEqual([409, 'already_applied']);
  });

  it('is told that there is none', async () => {
    for (const id of [randomUUID(), 'nope'])
      expect((await act(scene, `inbox/${id}/replay`)).body).toMatchObject({ status: 404, code: 'not_found' });
  });
});
