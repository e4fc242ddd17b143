import { anyRequest, type Known } from './any-request.js';
import { aDraft, stockShelves } from './routes.js';
import { ask, type Answered, type Asked } from '../support/ask.js';
import { expectInvariants } from '../support/invariants.js';
import { Scene } from '../support/scene.js';
import fc from 'fast-check';

/** Enough to meet every route with every kind of damage several times; they take about ten seconds. */
const REQUESTS = 500;
/**
 * None of these waits for a provider longer than ORDER_WAIT. A machine with other work may hold up a few; one that
 * hangs is given up by the client after 10 s, and fails.
 */
const SOON_MS = 2_000;
const SOON_SHARE = 0.95;

/** What stores nothing, so that the key stays free (semantics 1). */
const STORES_NOTHING = new Set([400, 401, 403, 404, 405, 412, 413, 414, 415, 431]);

let scene: Scene;
let known: Known;
beforeAll(async () => {
  scene = await Scene.open({ env: { ORDER_WAIT: '500ms' } });
  await stockShelves(scene);
  await scene.stock('TEA', 1_000, 890);
  const order = await scene.place({}, { key: 'known' }).set('Prefer', 'wait=30').expect(201);
  const [record] = await scene.rows<{ id: string }>(`SELECT id FROM idempotency.records WHERE key = 'known'`);
  const drafts = [];
  for (let n = 0; n < 20; n++) drafts.push(await aDraft(scene));
  known = { drafts, order: order.body.id, payment: order.body.paymentId, record: record!.id };
});
afterAll(() => scene.close());

/** Keys that stand for one request only; the other ones are odd or shared. */
const ownKey = (key: unknown): string | undefined =>
  typeof key === 'string' && /^[0-9a-f-]{36}$/.test(key) ? key : undefined;

/** As the answer asks for: a process that stood still for seconds may lose its connection to the database. */
async function patiently(url: string, asked: Asked, tries = 3): Promise<Answered> {
  const answer = await ask(url, asked);
  return answer.status === 503 && answer.headers['retry-after'] && tries > 1
    ? patiently(url, asked, tries - 1)
    : answer;
}

describe('any request at all', () => {
  it('is answered soon, never with a 5xx, and is remembered only when it was not refused', async () => {
    const { url } = scene.services[0]!;
    const refusedKeys = new Set<string>();
    const servedKeys = new Set<string>();
    let soon = 0;
    // A failure prints the seed and the request; shrinking would meet a database that has moved on.
    await fc.assert(
      fc.asyncProperty(anyRequest(known), async (asked) => {
        const answer = await patiently(url, asked);
        const key = ownKey(asked.headers?.['idempotency-key']);
        if (key) (STORES_NOTHING.has(answer.status) ? refusedKeys : servedKeys).add(key);
        if (answer.ms < SOON_MS) soon++;
        expect([answer.status < 500, answer.text]).toEqual([true, answer.text]);
        if (answer.status >= 400)
          expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
        expect(answer.text).not.toMatch(/SELECT |INSERT |node_modules|at \w+ \(/);
      }),
      { numRuns: REQUESTS, endOnFailure: true },
    );

    expect(soon / REQUESTS).toBeGreaterThan(SOON_SHARE);

    const onlyRefused = [...refusedKeys].filter((key) => !servedKeys.has(key));
    expect([onlyRefused.length > 50, servedKeys.size > 20]).toEqual([true, true]);
    expect(await scene.rows('SELECT key FROM idempotency.records WHERE key = ANY($1)', [onlyRefused])).toEqual([]);
    await expectInvariants(scene);
    expect(await scene.rows(`SELECT id FROM idempotency.records WHERE state <> 'decided'`)).toEqual([]);
  }, 120_000);
});
