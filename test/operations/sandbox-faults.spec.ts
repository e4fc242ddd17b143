import { confirmed, look, untilOrderIs } from '../support/operator.js';
import { armFault, CAPTURES, clearFaults } from '../support/provider-control.js';
import { KEYS, type KeyName } from '../support/environment.js';
import { Scene } from '../support/scene.js';
import type { Response } from 'supertest';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open();
  await scene.stock('TEA', 100);
});
afterAll(() => scene.close());
afterEach(() => clearFaults(scene.sandbox.url));

const PATH = '/api/operations/sandbox/faults';
const set = (...items: object[]): Promise<Response> => Promise.resolve(scene.put(PATH, { items }));

describe('the faults of the sandbox', () => {
  it('are set, listed in their order, and replaced by the next set', async () => {
    const first = await set({ kind: 'delay', ms: 20, times: 2 }, { kind: 'decline' });
    expect([first.status, first.body.items]).toEqual([
      200,
      [
        { kind: 'delay', ms: 20, times: 2 },
        { kind: 'decline', times: 1 },
      ],
    ]);
    expect((await look(scene, 'sandbox/faults')).body).toEqual(first.body);
    expect((await set({ kind: 'webhook-twice' })).body.items).toEqual([{ kind: 'webhook-twice', times: 1 }]);
    expect((await set()).body.items).toEqual([]);
  });

  it('show what somebody else has armed', async () => {
    await armFault(scene.sandbox.url, { kind: 'stored-500', effect: true }, CAPTURES, 3);
    expect((await look(scene, 'sandbox/faults')).body.items).toEqual([{ kind: 'stored-500', times: 3 }]);
  });

  it('meet the next payment, and only that: declined, then confirmed', async () => {
    await set({ kind: 'decline' });
    const declined = await scene.decision(await scene.place().set('Prefer', 'respond-async'));
    expect([declined.status, declined.body.code]).toEqual([402, 'payment_declined']);
    expect((await look(scene, 'sandbox/faults')).body.items).toEqual([]);
    await untilOrderIs(scene, (await confirmed(scene)).id, 'confirmed');
  });

  it.each([
    ['a kind that there is not', { kind: 'earthquake' }, '/items/0/kind'],
    ['a day of delay', { kind: 'delay', ms: 86_400_000 }, '/items/0/ms'],
    ['no payment at all', { kind: 'decline', times: 0 }, '/items/0/times'],
  ])('are refused with %s', async (_, fault, pointer) => {
    const { status, body } = await set(fault);
    expect([status, body.errors.map((error: { pointer: string }) => error.pointer)]).toEqual([400, [pointer]]);
  });
});

/** Asks for the end of the process that answers. */
const killWorker = async (as: KeyName, { url } = scene.services[0]!): Promise<unknown[]> => {
  const answer = await fetch(`${url}/api/operations/sandbox/worker`, {
    method: 'DELETE',
    headers: { Authorization: `Bearer ${KEYS[as]}` },
  });
  return [answer.status, ((await answer.json()) as { code: string }).code];
};

describe('danger: a service is killed that nobody starts again', () => {
  it('says that it may not be killed, and refuses to die, now or at the next payment', async () => {
    await set({ kind: 'delay', ms: 1 });
    expect((await look(scene, 'sandbox/faults')).body).toMatchObject({ workerKillable: false });
    expect(await killWorker('operator')).toEqual([409, 'worker_not_killable']);
    const { status, body } = await set({ kind: 'webhook-twice' }, { kind: 'kill-worker' });
    expect([status, body.code]).toEqual([409, 'worker_not_killable']);
    expect((await look(scene, 'sandbox/faults')).body.items).toEqual([{ kind: 'delay', ms: 1, times: 1 }]);
  });

  it('is no wish that a client may have', async () => {
    expect(await killWorker('alice')).toEqual([403, 'role_forbidden']);
  });
});

describe('danger: somebody wants the real provider to misbehave', () => {
  it('there is nothing of the kind: 404', async () => {
    const real = await scene.join({
      PAYMENT_PROVIDER: 'stripe',
      STRIPE_SECRET_KEY: 'sk_test_somebody',
      STRIPE_API_BASE: scene.sandbox.url,
      PSP_WEBHOOK_SECRET: 'whsec_somebody',
    });
    await scene.arm({ kind: 'delay', ms: 1 });
    const { status, body } = await scene.get(PATH, 'operator', { url: real.url });
    expect([status, body.code]).toEqual([404, 'not_found']);
    expect(await killWorker('operator', real)).toEqual([404, 'not_found']);
  });
});
