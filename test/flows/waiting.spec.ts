import { holdSettling } from '../support/held-lock.js';
import { expectInvariants } from '../support/invariants.js';
import { Scene } from '../support/scene.js';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ env: { ORDER_WAIT: '100ms' } });
  await scene.stock('TEA', 100);
});
afterAll(() => scene.close());

const slow = { paymentMethod: 'pm_sandbox_delay_700' };

describe('how long a caller waits for the decision', () => {
  it('is ORDER_WAIT when it does not say', async () => {
    const first = await scene.place(slow);
    expect(first.status).toBe(202);
    expect(first.headers).not.toHaveProperty('preference-applied');
    expect(first.body).toEqual({
      status: 'processing',
      id: expect.any(String),
      pollUrl: `/api/idempotency/${first.body.id}`,
      message: expect.any(String),
    });
    expect(first.headers['location']).toBe(first.body.pollUrl);
    expect(Number(first.headers['retry-after'])).toBeGreaterThan(0);
    expect((await scene.decision(first)).status).toBe(201);
    await expectInvariants(scene);
  });

  it('is not at all with respond-async', async () => {
    const first = await scene.place(slow).set('Prefer', 'respond-async');
    expect(first.status).toBe(202);
    expect(first.headers['preference-applied']).toBe('respond-async');
    expect((await scene.decision(first)).status).toBe(201);
    await expectInvariants(scene);
  });

  it('is up to the seconds that it prefers, for a duplicate as well', async () => {
    const key = 'patient';
    const [first, second] = await Promise.all([
      scene.place(slow, { key }).set('Prefer', 'wait=20'),
      scene.place(slow, { key }).set('Prefer', 'wait=20'),
    ]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.text).toBe(first.text);
    expect(first.headers['preference-applied']).toBe('wait=20');
    await expectInvariants(scene);
  });

  it('ends at once with wait=0', async () => {
    const first = await scene.place(slow).set('Prefer', 'wait=0');
    expect([first.status, first.headers['preference-applied']]).toEqual([202, 'wait=0']);
    expect((await scene.decision(first)).status).toBe(201);
    await expectInvariants(scene);
  });

  it('is nothing to tell of where it decided nothing: a 400, a local decision, a decided repetition', async () => {
    const stated = 'respond-async, wait=20';
    const invalid = await scene.place({ items: [] }).set('Prefer', stated);
    const draft = await scene.place({ confirm: false }, { key: 'draft' }).set('Prefer', stated);
    const replay = await scene.place({ confirm: false }, { key: 'draft' }).set('Prefer', stated);
    const other = await scene.place({}, { key: 'draft' }).set('Prefer', stated);
    expect([invalid, draft, replay, other].map(({ status }) => status)).toEqual([400, 201, 201, 409]);
    for (const { headers } of [invalid, draft, replay, other]) expect(headers).not.toHaveProperty('preference-applied');
  });

  it.each(['wait=31', 'wait=-1', 'wait=soon', 'handling=lenient'])('is ORDER_WAIT with %s', async (preference) => {
    const first = await scene.place(slow).set('Prefer', preference);
    expect(first.status).toBe(202);
    expect(first.headers).not.toHaveProperty('preference-applied');
    expect((await scene.decision(first)).status).toBe(201);
  });
});

describe('asking what became of a request', () => {
  it('shows the step it is at, and then what the first caller would have got', async () => {
    const settling = await holdSettling(scene);
    const first = await scene.place().set('Prefer', 'respond-async');
    const under = await scene.get(first.body.pollUrl);
    expect(under.status).toBe(202);
    expect(under.body).toMatchObject({ status: 'processing', id: first.body.id, step: 'payment.capture' });
    expect(Date.parse(under.body.startedAt)).not.toBeNaN();
    expect(Number(under.headers['retry-after'])).toBeGreaterThan(0);

    await settling.release();
    const decided = await scene.decision(first);
    expect([decided.status, decided.headers['idempotent-replayed']]).toEqual([201, 'true']);
    expect(decided.headers['cache-control']).toBe('no-store');
    expect((await scene.get(decided.headers['location']!)).body).toEqual(decided.body);
    await expectInvariants(scene);
  });

  it('ignores an idempotency key', async () => {
    const { body } = await scene.place().set('Prefer', 'respond-async');
    const asked = await scene.get(body.pollUrl).set('Idempotency-Key', 'not-for-reads');
    expect(asked.headers['idempotency-status']).toBe('ignored');
    await expectInvariants(scene);
  });
});
