import type { BodyRoute } from './routes.js';
import { FREE, PRICED } from './shelves.js';
import { act, confirmed, hold, leaveLetter, referenceOf } from '../support/operator.js';
import { placeAndLeave, type LeftOrder } from '../support/left-order.js';
import { intentEvent, paymentOf } from '../support/provider-events.js';
import type { Scene } from '../support/scene.js';
import { createHash, randomUUID } from 'node:crypto';

const reason = 'as tested';

/** A job for nobody, which will run when nobody is here any more. Answers its id. */
export async function aFarJob(scene: Scene, key: string = randomUUID()): Promise<string> {
  const [job] = await scene.rows<{ id: string }>(
    `SELECT id FROM graphile_worker.add_job('payments.resolve', $1::json, run_at => now() + interval '1 day', job_key => $2)`,
    [JSON.stringify({ paymentId: randomUUID(), look: 1 }), key],
  );
  return job!.id;
}

/** A confirmed order that costs nothing, whose saga has a job that waits for tomorrow. */
export async function aWaitingSaga(scene: Scene): Promise<string> {
  const { sagaId } = await confirmed(scene, { items: [{ sku: FREE, quantity: 1 }] });
  await aFarJob(scene, `${sagaId}:probe`);
  return sagaId;
}

const aPaidOrder = (scene: Scene): Promise<LeftOrder> => confirmed(scene, { items: [{ sku: PRICED, quantity: 1 }] });

/** Paid at the provider, which nobody here knows yet. */
export async function anOrderInDoubt(scene: Scene): Promise<LeftOrder & { readonly reference: string }> {
  const wanted = { items: [{ sku: PRICED, quantity: 1 }], paymentMethod: 'pm_sandbox_stored-500_1' };
  const order = await placeAndLeave(scene, randomUUID(), wanted);
  await hold(scene, order);
  return { ...order, reference: await referenceOf(scene, order.id) };
}

/** A notice about the payment of an order that was set aside; nobody looks at it again by itself. */
async function aSetAsideNotice(scene: Scene, { id }: LeftOrder, what: string, over: object): Promise<string> {
  const event = intentEvent(what, await paymentOf(scene, id), over as Record<string, unknown>);
  const raw = JSON.stringify(event);
  const messageId = randomUUID();
  await scene.rows(
    `INSERT INTO messaging.inbox (id, provider, event_id, type, meaning, raw, status, detail, decided_at)
     VALUES ($1, 'sandbox', $2, $3, $4, $5, 'quarantined', 'set aside by a test', now())`,
    [messageId, event.id, event.type, createHash('sha256').update(raw).digest(), Buffer.from(raw)],
  );
  return messageId;
}

/** What is known already, so that it is ignored when it is looked at again. */
export const aKnownNotice = async (scene: Scene): Promise<string> =>
  aSetAsideNotice(scene, await aPaidOrder(scene), 'succeeded', {});

/** Of another payment at the provider, which has taken nothing: it is set aside again. */
export async function aStrayNotice(scene: Scene): Promise<{ readonly messageId: string; readonly orderId: string }> {
  const order = await aPaidOrder(scene);
  const over = { id: `pi_${randomUUID().replaceAll('-', '')}`, metadata: {} };
  return { messageId: await aSetAsideNotice(scene, order, 'processing', over), orderId: order.id };
}

/** The record of a request that was refused before anything happened. */
export async function aRefusedKey(scene: Scene): Promise<string> {
  const key = randomUUID();
  await scene.place({ items: [{ sku: FREE, quantity: 1 }], expectedTotal: 1 }, { key });
  return (await scene.claimed(key)).id;
}

const lever = (path: string, good: (scene: Scene) => Promise<{ id: string; more?: object }>): BodyRoute => ({
  name: `POST /api/operations/${path}`,
  as: 'operator',
  keyed: true,
  success: 200,
  good: async (scene) => {
    const { id, more = {} } = await good(scene);
    return { method: 'POST', path: `/api/operations/${path.replace('{id}', id)}`, body: { reason, ...more } };
  },
});

const retrySaga = lever('sagas/{id}/retry', async (scene) => ({ id: await aWaitingSaga(scene) }));

export const compensateSaga = lever('sagas/{id}/compensate', async (scene) => ({
  id: (await confirmed(scene, { items: [{ sku: FREE, quantity: 1 }] })).sagaId,
  more: { dryRun: false },
}));

export const resolveSaga = lever('sagas/{id}/resolve', async (scene) => {
  const { sagaId: id, reference: providerReference } = await anOrderInDoubt(scene);
  return { id, more: { outcome: 'applied', providerReference, evidence: 'seen in the books' } };
});

/** Under way, and not looked at again by itself. */
const aSagaUnderWay = async (scene: Scene): Promise<string> => (await anOrderInDoubt(scene)).sagaId;

const quarantineSaga = lever('sagas/{id}/quarantine', async (scene) => ({ id: await aSagaUnderWay(scene) }));

const releaseSaga = lever('sagas/{id}/release', async (scene) => {
  const id = await aSagaUnderWay(scene);
  await act(scene, `sagas/${id}/quarantine`);
  return { id };
});

const replayMessage = lever('inbox/{id}/replay', async (scene) => ({ id: await aKnownNotice(scene) }));

export const matchMessage = lever('inbox/{id}/match', async (scene) => {
  const { messageId: id, orderId } = await aStrayNotice(scene);
  return { id, more: { orderId } };
});

const redriveJob = lever('jobs/{id}/redrive', async (scene) => ({ id: await aFarJob(scene) }));

export const redriveAll = lever('jobs/redrive', async (scene) => {
  await leaveLetter(scene, randomUUID(), 'Error: made by a test');
  return { id: '' };
});

const releaseKey = lever('keys/{id}/release', async (scene) => ({ id: await aRefusedKey(scene) }));

/** A fault that no test here meets: nothing is told in these scenes. */
export const setFaults: BodyRoute = {
  name: 'PUT /api/operations/sandbox/faults',
  as: 'operator',
  keyed: false,
  success: 200,
  good: async () => ({
    method: 'PUT',
    path: '/api/operations/sandbox/faults',
    body: { items: [{ kind: 'webhook-twice', ms: 1_000, times: 1 }] },
  }),
};

/** What an operator may press; each says why, and may be a dry run. */
export const OPERATOR_ROUTES: readonly BodyRoute[] = [
  retrySaga,
  compensateSaga,
  resolveSaga,
  quarantineSaga,
  releaseSaga,
  replayMessage,
  matchMessage,
  redriveJob,
  redriveAll,
  releaseKey,
];
