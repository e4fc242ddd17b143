import { expectInvariants } from '../support/invariants.js';
import {
  act,
  actsOn,
  confirmed,
  hold,
  paidInDoubt,
  referenceOf,
  unpaidInDoubt,
  untilOrderIs,
} from '../support/operator.js';
import { letPass } from '../support/passing-time.js';
import { Scene } from '../support/scene.js';
import { until } from '../support/until.js';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ instances: 2, env: { OPERATOR_LIMIT: '5000' } });
  await scene.stock('TEA', 100);
});
afterAll(() => scene.close());
afterEach(() => expectInvariants(scene));

const EVIDENCE = { evidence: 'read in the books of the sandbox' };
const applied = (providerReference: string): object => ({ outcome: 'applied', providerReference, ...EVIDENCE });
const NOT_APPLIED = { outcome: 'not_applied', ...EVIDENCE };

describe('what an operator has found in the books of the provider', () => {
  it('that it was paid: the order goes on as by the provider’s own word, and nothing is charged again', async () => {
    const order = await paidInDoubt(scene, 'paid');
    const path = `sagas/${order.sagaId}/resolve`;
    const dry = await act(scene, path, { ...applied(order.reference), dryRun: true });
    const told = `${order.sagaId}:payment.capture: captured, told by the operator`;
    expect(dry.body).toMatchObject({ outcome: 'would_be_done' });
    expect(dry.body.effects).toEqual(expect.arrayContaining([told, 'order: pending → confirmed', 'stock TEA -1']));
    const done = await act(scene, path, applied(order.reference));
    expect([done.status, done.body.effects]).toEqual([200, dry.body.effects]);
    expect((await scene.place({ paymentMethod: 'pm_sandbox_stored-500_1' }, { key: 'paid' })).body).toMatchObject({
      id: order.id,
      status: 'confirmed',
    });
    const [fact] = await scene.rows<{ source: string; detail: object }>(
      `SELECT e.source, e.detail FROM payments.payment_events e JOIN payments.payments p ON p.id = e.payment_id
       WHERE p.order_id = $1 AND e.fact = 'captured'`,
      [order.id],
    );
    expect(fact).toMatchObject({ source: 'operator', detail: { providerReference: order.reference, ...EVIDENCE } });
    expect(await actsOn(scene, `saga/${order.sagaId}`)).toMatchObject([{ act: 'sagas.resolve', outcome: 'done' }]);
    const second = await act(scene, path, applied(order.reference));
    expect([second.status, second.body.code]).toEqual([409, 'not_in_doubt']);
  });

  it('danger: that it was not paid, before the books could show it: refused; two minutes later the order is given up', async () => {
    const order = await unpaidInDoubt(scene, 'not-paid');
    const path = `sagas/${order.sagaId}/resolve`;
    const early = await act(scene, path, NOT_APPLIED);
    expect([early.status, early.body.code]).toEqual([409, 'absence_not_proven']);
    await letPass(scene, order.id, '3 minutes');
    expect((await act(scene, path, NOT_APPLIED)).status).toBe(200);
    await untilOrderIs(scene, order.id, 'cancelled');
    expect((await scene.place({}, { key: 'not-paid' })).body).toMatchObject({ status: 402, code: 'payment_declined' });
    expect(await scene.booksOf(order.id)).toEqual({ charges: [], refunds: [] });
  });

  it('danger: one payment at the provider is taken for two orders: refused', async () => {
    const paid = await confirmed(scene);
    const theirs = await referenceOf(scene, paid.id);
    const order = await paidInDoubt(scene, 'taken');
    const taken = await act(scene, `sagas/${order.sagaId}/resolve`, applied(theirs));
    expect([taken.status, taken.body.code]).toEqual([409, 'reference_taken']);
    expect((await act(scene, `sagas/${order.sagaId}/resolve`, applied(order.reference))).status).toBe(200);
    await untilOrderIs(scene, order.id, 'confirmed');
  });

  it('danger: a refund is given another name than the provider’s own, whose failure nobody would hear of: refused', async () => {
    const order = await confirmed(scene, { paymentMethod: 'pm_sandbox_refund-pending_succeeded_3000' });
    await scene.post(`/api/orders/${order.id}/cancel`, {}).set('Prefer', 'respond-async');
    const refund = await until('the provider has named the refund', async () => {
      const [row] = await scene.rows<{ reference: string; saga: string }>(
        `SELECT r.provider_reference AS reference, split_part(r.step_key, ':', 1) AS saga
         FROM payments.refunds r WHERE r.order_id = $1 AND r.provider_reference IS NOT NULL`,
        [order.id],
      );
      return row;
    });
    await hold(scene, { id: order.id, sagaId: refund.saga });
    const other = await act(scene, `sagas/${refund.saga}/resolve`, applied('re_other'));
    expect([other.status, other.body.code]).toEqual([409, 'not_in_doubt']);
    expect(other.body.detail).toContain(refund.reference);
    await until('we have heard that it succeeded', async () => {
      await scene.rows(
        `UPDATE graphile_worker._private_jobs SET run_at = now() WHERE key LIKE $1 AND locked_at IS NULL AND run_at > now()`,
        [`${refund.saga}:%`],
      );
      return (await scene.get(`/api/orders/${order.id}`)).body.status === 'cancelled';
    });
  });

  it('danger: that it was not paid, while a job may be sending it once more: refused until two minutes after that', async () => {
    const order = await unpaidInDoubt(scene, 'sent-again');
    await letPass(scene, order.id, '3 minutes');
    const begun = (attempts: number): Promise<unknown> =>
      scene.rows('UPDATE graphile_worker._private_jobs SET attempts = $2 WHERE key LIKE $1', [
        `${order.sagaId}:%`,
        attempts,
      ]);
    await begun(1);
    const path = `sagas/${order.sagaId}/resolve`;
    const early = await act(scene, path, NOT_APPLIED);
    expect([early.status, early.body.code]).toEqual([409, 'absence_not_proven']);
    await begun(0);
    expect((await act(scene, path, NOT_APPLIED)).status).toBe(200);
    await untilOrderIs(scene, order.id, 'cancelled');
  });

  it('danger: a dry run that is refused takes the key or the answer with it: the press with that key is decided anew', async () => {
    const order = await unpaidInDoubt(scene, 'dry');
    const path = `sagas/${order.sagaId}/resolve`;
    const dry = await act(scene, path, { ...NOT_APPLIED, dryRun: true }, { key: 'refused-dry-run' });
    expect([dry.status, dry.body.code]).toEqual([409, 'absence_not_proven']);
    await letPass(scene, order.id, '3 minutes');
    const again = await act(scene, path, { ...NOT_APPLIED, dryRun: true }, { key: 'refused-dry-run' });
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, undefined]);
    expect((await act(scene, path, NOT_APPLIED, { key: 'refused-dry-run' })).body.outcome).toBe('done');
    await untilOrderIs(scene, order.id, 'cancelled');
  });

  it('danger: the service finds it in the same moment: one of both is first, and the order is confirmed once', async () => {
    const order = await paidInDoubt(scene, 'raced');
    await letPass(scene, order.id, '3 minutes');
    const due = act(scene, `sagas/${order.sagaId}/retry`, {}, { instance: 0 });
    const told = await act(scene, `sagas/${order.sagaId}/resolve`, applied(order.reference), { instance: 1 });
    expect((await due).status).toBe(200);
    expect([200, 409]).toContain(told.status);
    expect(told.body.code ?? 'done').toBe(told.status === 200 ? 'done' : 'not_in_doubt');
    await untilOrderIs(scene, order.id, 'confirmed');
    const facts = await scene.rows(
      `SELECT 1 FROM payments.payment_events e JOIN payments.payments p ON p.id = e.payment_id
       WHERE p.order_id = $1 AND e.fact = 'captured'`,
      [order.id],
    );
    expect(facts).toHaveLength(1);
  });

  it('danger: the name of a charge is taken for that of a payment, and the payment for a second one: refused', async () => {
    const order = await paidInDoubt(scene, 'misnamed');
    const path = `sagas/${order.sagaId}/resolve`;
    const [charge] = (await scene.booksOf(order.id)).charges;
    for (const wrong of [applied(charge!.id), { outcome: 'applied', ...EVIDENCE }]) {
      const { status, body } = await act(scene, path, wrong);
      expect([status, body.errors]).toMatchObject([400, [{ pointer: '/providerReference' }]]);
    }
    await act(scene, `sagas/${order.sagaId}/retry`);
    await untilOrderIs(scene, order.id, 'confirmed');
  });
});

describe('an act above OPERATOR_LIMIT', () => {
  const wanted = { items: [{ sku: 'TEA', quantity: 6 }] };

  it('is done when a second operator asks for the same, and not before', async () => {
    const order = await confirmed(scene, wanted);
    const path = `sagas/${order.sagaId}/compensate`;
    const dry = await act(scene, path, { dryRun: true });
    expect((dry.body.effects as string[]).at(-1)).toMatch(/another operator has to ask for the same/);
    const first = await act(scene, path, {}, { key: 'propose' });
    expect([first.status, first.body.code]).toEqual([409, 'second_operator_needed']);
    expect((await act(scene, path, {}, { key: 'propose' })).text).toBe(first.text);
    expect((await act(scene, path)).body.code).toBe('second_operator_needed');
    expect((await scene.get(`/api/orders/${order.id}`)).body.status).toBe('confirmed');
    expect(await actsOn(scene, `saga/${order.sagaId}`)).toMatchObject([{ actor: 'ops', outcome: 'proposed' }]);

    const second = await act(scene, path, { reason: 'agreed' }, { as: 'deputy' });
    expect([second.status, second.body.outcome]).toEqual([200, 'done']);
    await untilOrderIs(scene, order.id, 'cancelled');
    const { items } = (await scene.get(`/api/operations/acts?orderId=${order.id}`, 'operator')).body as {
      items: { id: string; actor: string; outcome: string; confirms?: string }[];
    };
    expect(items).toMatchObject([
      { actor: 'deputy', outcome: 'done', confirms: items[1]!.id },
      { actor: 'ops', outcome: 'proposed' },
    ]);
  });

  it('danger: two others confirm one proposal at once: it is done once', async () => {
    const order = await confirmed(scene, wanted);
    const path = `sagas/${order.sagaId}/compensate`;
    await act(scene, path);
    const answers = await Promise.all([
      act(scene, path, {}, { as: 'deputy', instance: 0 }),
      act(scene, path, {}, { as: 'deputy', instance: 1 }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await untilOrderIs(scene, order.id, 'cancelled');
    expect((await scene.booksOf(order.id)).refunds).toHaveLength(1);
  });
});

describe('an act that is on record', () => {
  it('cannot be changed or removed', async () => {
    await expect(scene.rows(`UPDATE operations.acts SET reason = 'another'`)).rejects.toThrow(/never changed/);
    await expect(scene.rows('DELETE FROM operations.acts')).rejects.toThrow(/never changed/);
  });
});
