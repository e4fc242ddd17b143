import { holdSettling } from '../support/held-lock.js';
import { expectInvariants } from '../support/invariants.js';
import { Scene } from '../support/scene.js';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open();
  await scene.stock('TEA', 100);
});
afterAll(() => scene.close());

describe('the same request again', () => {
  it('after the decision is answered with the same bytes', async () => {
    const first = await scene.place({}, { key: 'after' });
    expect(first.status).toBe(201);
    expect(first.headers).toMatchObject({ 'idempotency-key': 'after', 'cache-control': 'no-store' });
    expect(first.headers).not.toHaveProperty('idempotent-replayed');
    for (const again of [await scene.place({}, { key: 'after' }), await scene.place({}, { key: '"after"' })]) {
      expect([again.status, again.text]).toEqual([201, first.text]);
      expect(again.headers).toMatchObject({
        'idempotent-replayed': 'true',
        'idempotency-key': 'after',
        'cache-control': 'no-store',
        location: first.headers['location'],
        etag: first.headers['etag'],
        'content-type': first.headers['content-type'],
      });
    }
    expect((await scene.booksOf(first.body.id)).charges).toMatchObject([{ attempts: 1 }]);
    await expectInvariants(scene);
  });

  it('during the work is told where to ask, and gets the first answer there', async () => {
    const settling = await holdSettling(scene);
    const first = await scene.place({}, { key: 'during' }).set('Prefer', 'respond-async');
    const second = await scene.place({}, { key: 'during' });
    expect([first.status, second.status]).toEqual([202, 202]);
    expect(second.body).toEqual(first.body);
    expect(second.headers).toMatchObject({ location: first.body.pollUrl, 'idempotency-key': 'during' });

    await settling.release();
    const decided = await scene.decision(second);
    expect([decided.status, decided.body.status]).toEqual([201, 'confirmed']);
    expect(decided.headers).toMatchObject({
      'idempotent-replayed': 'true',
      location: `/api/orders/${decided.body.id}`,
    });
    const third = await scene.place({}, { key: 'during' });
    expect(third.text).toBe(decided.text);
    expect((await scene.booksOf(decided.body.id)).charges).toMatchObject([{ attempts: 1 }]);
    await expectInvariants(scene);
  });

  it('before the first has arrived is just the first', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => scene.place({}, { key: 'before' })));
    const finals = answers.filter(({ status }) => status === 201);
    expect(finals.length).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status !== 201 && status !== 202)).toEqual([]);
    expect(new Set(finals.map(({ text }) => text)).size).toBe(1);
    expect(await scene.rows(`SELECT id FROM idempotency.records WHERE key = 'before'`)).toHaveLength(1);
    await expectInvariants(scene);
  });

  it('with another content is a conflict that shows where the first result is, and nothing of it', async () => {
    const first = await scene.place({}, { key: 'other-content' });
    const other = await scene.place({ items: [{ sku: 'TEA', quantity: 2 }] }, { key: 'other-content' });
    expect(other.status).toBe(409);
    expect(other.body).toMatchObject({ code: 'idempotency_key_reused', retry: 'new-key' });
    expect(other.text).not.toContain(first.body.id);
    const found = await scene.get(other.body.instance);
    expect(found.text).toBe(first.text);
    await expectInvariants(scene);
  });

  it('with another content is a conflict also while the first is under way', async () => {
    const slow = { paymentMethod: 'pm_sandbox_delay_400' };
    const first = await scene.place(slow, { key: 'other-during' }).set('Prefer', 'respond-async');
    const other = await scene.place({ ...slow, note: 'changed my mind' }, { key: 'other-during' });
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_key_reused']);
    expect(other.body.instance).toBe(first.body.pollUrl);
    expect((await scene.decision(first)).status).toBe(201);
    await expectInvariants(scene);
  });
});
