import { undocumented } from './documented-answer.js';
import { anyRequest, type DrawnRequest, type Known } from './documented-requests.js';
import { aFarJob, aKnownNotice, anOrderInDoubt, aRefusedKey, aStrayNotice, aWaitingSaga } from './operator-routes.js';
import { aDraft, FREE, stockShelves } from './routes.js';
import { readDocument, type RawDocument, type ServiceDocument } from './service-document.js';
import { schemaCheck, type SchemaCheck } from '../docs/schema-check.js';
import { ask, type Answered, type Asked } from '../support/ask.js';
import { act, confirmed, leaveLetter } from '../support/operator.js';
import { expectInvariants } from '../support/invariants.js';
import { Scene } from '../support/scene.js';
import { until } from '../support/until.js';
import type { OpenAPIObject } from '@nestjs/swagger';
import fc from 'fast-check';
import { randomInt } from 'node:crypto';

/** Enough to meet every operation with every kind of damage many times. */
const REQUESTS = 2_000;
/** As many as one instance lets in at once without a crowd; the machine has two cores. */
const AT_ONCE = 8;
/** The same seed draws the same requests, so that a change is what makes a run fail; FUZZ_SEED=random draws others. */
const { FUZZ_SEED = '2026' } = process.env;
const SEED = FUZZ_SEED === 'random' ? randomInt(2 ** 31) : Number(FUZZ_SEED);
/**
 * None of these waits for a provider longer than ORDER_WAIT. A machine with other work may hold up a few; one that
 * hangs is given up by the client after 10 s, and fails.
 */
const SOON_MS = 2_000;
const SOON_SHARE = 0.95;

/** What stores nothing, so that the key stays free (semantics 1). */
const STORES_NOTHING = new Set([400, 401, 403, 404, 405, 412, 413, 414, 415, 431]);

/** Refused, because nobody here would start the process again that it kills; test/commands has those who do. */
const NEVER_DONE_HERE = 'DELETE /api/operations/sandbox/worker';

let scene: Scene;
let document: ServiceDocument;
let check: SchemaCheck;
let known: Known;
beforeAll(async () => {
  scene = await Scene.open({ env: { ORDER_WAIT: '500ms' } });
  const raw = (await (await fetch(`${scene.services[0]!.url}/docs-json`)).json()) as RawDocument & OpenAPIObject;
  [document, check] = [readDocument(raw), await schemaCheck(raw)];
  await stockShelves(scene);
  known = await thingsThatExist();
  await firstNight();
}, 60_000);
afterAll(() => scene.close());

/** Until the first nightly audit there is none to show. */
async function firstNight(): Promise<void> {
  await scene.rows(`SELECT graphile_worker.add_job('operations.audit', '{"sinceMs": 86400000}')`);
  await until('there is an audit', async () => (await scene.get('/api/operations/audit', 'operator')).status === 200);
}

async function thingsThatExist(): Promise<Known> {
  const drafts = await Promise.all(Array.from({ length: 60 }, () => aDraft(scene)));
  const paid = { items: [{ sku: 'PRICED', quantity: 9 }] };
  const placed = await Promise.all(
    Array.from({ length: 6 }, () => scene.place(paid).set('Prefer', 'wait=30').expect(201)),
  );
  const orders = placed.map(({ body }) => (body as { id: string }).id);
  const payments = placed.map(({ body }) => (body as { paymentId: string }).paymentId);
  const records = await scene.rows<{ id: string }>('SELECT id FROM idempotency.records LIMIT 10');
  const byRoot: Record<string, readonly string[]> = {
    orders: [...drafts, orders[0]!],
    payments: payments.slice(1),
    idempotency: records.map(({ id }) => id),
  };
  const levers = await thingsToOperateOn();
  return {
    // What is FREE stays so: prices are set on shelves that nobody buys from.
    segments: ({ method, path }, parameter) =>
      parameter === 'sku'
        ? method === 'PUT'
          ? ['FUZZED', 'FUZZED-2']
          : [FREE]
        : (levers.segments[path] ?? byRoot[path.split('/')[2]!]!),
    members: ({ path }) => ({
      sku: fc.constant(FREE),
      quantity: fc.integer({ min: 1, max: 3 }),
      orderId: fc.constantFrom(...(path.endsWith('/match') ? [levers.matched] : drafts)),
      providerReference: fc.constant(levers.reference),
      paymentMethod: fc.constantFrom('pm_card_visa', 'pm_card_visa', 'pm_card_chargeDeclined', 'pm_nonsense'),
      currency: fc.constantFrom('EUR', 'EUR', 'EUR', 'EUR', 'KWD', 'JPY'),
      amount: path.endsWith('/refunds') ? fc.integer({ min: 1, max: 5 }) : fc.constantFrom(0, 0, 0, 1),
      expectedTotal: fc.constant(0),
      delta: fc.integer({ min: 1, max: 9 }),
      unitPrice: fc.nat(1_000).map((tens) => tens * 10),
      onHand: fc.nat(1_000),
      // Nothing is told here, so this fault of the provider meets nobody.
      kind: fc.constant('webhook-twice'),
      // Of an event: whose payment it is about, here nobody's.
      data: fc.constant({ object: { id: 'pi_fuzzed', object: 'payment_intent', amount: 1, currency: 'eur' } }),
    }),
  };
}

/** What each lever of an operator is good for, by its path. */
async function thingsToOperateOn(): Promise<{
  segments: Record<string, string[]>;
  matched: string;
  reference: string;
}> {
  const [doubt, stray] = [await anOrderInDoubt(scene), await aStrayNotice(scene)];
  const [aside, held] = [await anOrderInDoubt(scene), await anOrderInDoubt(scene)];
  await act(scene, `sagas/${held.sagaId}/quarantine`);
  const waiting = [await aWaitingSaga(scene), await aWaitingSaga(scene)];
  const free = await confirmed(scene, { items: [{ sku: FREE, quantity: 1 }] });
  for (let n = 0; n < 3; n++) await leaveLetter(scene, free.id, 'Error: made by a test');
  const at = (path: string): string => `/api/operations/${path}`;
  return {
    matched: stray.orderId,
    reference: doubt.reference,
    segments: {
      [at('sagas/{id}')]: [free.sagaId, doubt.sagaId],
      [at('sagas/{id}/retry')]: waiting,
      [at('sagas/{id}/compensate')]: [free.sagaId, ...waiting],
      [at('sagas/{id}/resolve')]: [doubt.sagaId],
      [at('sagas/{id}/quarantine')]: [aside.sagaId],
      [at('sagas/{id}/release')]: [held.sagaId],
      [at('inbox/{id}/replay')]: [await aKnownNotice(scene), await aKnownNotice(scene)],
      [at('inbox/{id}/match')]: [stray.messageId],
      [at('jobs/{id}/redrive')]: [await aFarJob(scene), await aFarJob(scene), 'orders.timeline~nobody'],
      [at('keys/{id}')]: [await aRefusedKey(scene)],
      [at('keys/{id}/release')]: [await aRefusedKey(scene), await aRefusedKey(scene)],
    },
  };
}

/** Those that were left in doubt, or set aside, come to their end. */
async function letGoOn(): Promise<void> {
  const open = await scene.rows<{ id: string }>(`SELECT id FROM saga.sagas WHERE status = 'running'`);
  for (const { id } of open) for (const lever of ['release', 'retry']) await act(scene, `sagas/${id}/${lever}`);
  await until('nothing is undecided', async () => {
    const left = await scene.rows(`SELECT id FROM idempotency.records WHERE state <> 'decided'`);
    return left.length === 0;
  });
}

/** As the answer asks for: a process that stood still for seconds may lose its connection to the database. */
async function patiently(asked: Asked, tries = 3): Promise<Answered> {
  const answer = await ask(scene.services[0]!.url, asked);
  return answer.status === 503 && answer.headers['retry-after'] && tries > 1 ? patiently(asked, tries - 1) : answer;
}

/** Keys that stand for one request only; the other ones are odd or shared. */
const ownKey = ({ asked }: DrawnRequest): string | undefined => {
  const key = asked.headers?.['idempotency-key'];
  return typeof key === 'string' && /^[0-9a-f-]{36}$/.test(key) ? key : undefined;
};

const share = (answers: readonly Answered[]): number =>
  answers.filter(({ ms }) => ms < SOON_MS).length / answers.length;

describe(`any request at all, FUZZ_SEED=${SEED}`, () => {
  it('is answered soon, as the document says, never with a 5xx, and is remembered only when it was not refused', async () => {
    const drawn = fc.sample(anyRequest(document, known), { numRuns: REQUESTS, seed: SEED });
    const queue = drawn.values();
    const met: { readonly request: DrawnRequest; readonly answer: Answered }[] = [];
    const wrong: unknown[] = [];
    const lane = async (): Promise<void> => {
      for (const request of queue) {
        const answer = await patiently(request.asked);
        met.push({ request, answer });
        const why = undocumented(request, answer, check);
        if (why.length > 0) wrong.push({ operation: request.operation.name, why, asked: request.asked, answer });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    expect(wrong.slice(0, 5)).toEqual([]);
    expect(share(met.map(({ answer }) => answer))).toBeGreaterThan(SOON_SHARE);

    const served = met.filter(({ answer, request }) => answer.status < 400 && !request.strayed);
    const reached = new Set(served.map(({ request }) => request.operation.name));
    expect(document.operations.map(({ name }) => name).filter((name) => !reached.has(name))).toEqual([NEVER_DONE_HERE]);

    const isRefused = ({ answer }: (typeof met)[number]): boolean => STORES_NOTHING.has(answer.status);
    const keysOf = (some: typeof met): Set<string> => new Set(some.flatMap(({ request }) => ownKey(request) ?? []));
    const otherKeys = keysOf(met.filter((one) => !isRefused(one)));
    const onlyRefused = [...keysOf(met.filter(isRefused))].filter((key) => !otherKeys.has(key));
    expect(onlyRefused.length).toBeGreaterThan(200);
    expect(await scene.rows('SELECT key FROM idempotency.records WHERE key = ANY($1)', [onlyRefused])).toEqual([]);
    await letGoOn();
    await expectInvariants(scene);
    expect(await scene.rows(`SELECT id FROM idempotency.records WHERE state <> 'decided'`)).toEqual([]);
  }, 120_000);
});
