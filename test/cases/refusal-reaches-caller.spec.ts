import { expectInvariants } from '../support/invariants.js';
import { Scene } from '../support/scene.js';
import { randomUUID } from 'node:crypto';

/** Longer than the caller below is made to wait, shorter than anybody's patience. */
const SLOW_BANK = { kind: 'delay', ms: 2_000 };
const DECLINED = { paymentMethod: 'pm_card_chargeDeclined' };
const REFUSAL = { status: 402, code: 'payment_declined', retry: 'new-key' };

let scene: Scene;
beforeAll(async () => {
  // One process takes the request, another one hears the refusal: nothing in memory leads from one to the other.
  scene = await Scene.open({ env: { ROLE: 'api' } });
  await scene.join({ ROLE: 'worker' });
  await scene.stock('TEA', 10);
});
afterAll(() => scene.close());
afterEach(() => expectInvariants(scene));

describe('danger: the caller is told of success, and the card is declined behind his back', () => {
  it('B113 decided within the time he waits: the post itself is answered 402', async () => {
    const { status, body } = await scene.place(DECLINED).set('Prefer', 'wait=20');
    expect([status, body]).toMatchObject([402, REFUSAL]);
    const { body: order } = await scene.get(body.instance);
    expect(order).toMatchObject({ status: 'cancelled', failure: { code: 'payment_declined' } });
  });

  it('B113 decided later: 202, and both the poll and the same key tell 402 then, never 201', async () => {
    await scene.arm(SLOW_BANK);
    const key = randomUUID();
    const accepted = await scene.place(DECLINED, { key }).set('Prefer', 'wait=1');
    expect([accepted.status, accepted.body]).toMatchObject([202, { status: 'processing' }]);
    const polled = await scene.decision(accepted);
    expect([polled.status, polled.body]).toMatchObject([402, REFUSAL]);
    const again = await scene.place(DECLINED, { key });
    expect([again.status, again.text]).toEqual([402, polled.text]);
  });

  it('B113 nobody waits at all: whoever asks is told 202 until it is 402', async () => {
    const accepted = await scene.place(DECLINED).set('Prefer', 'respond-async');
    expect(accepted.status).toBe(202);
    expect((await scene.decision(accepted)).body).toMatchObject(REFUSAL);
  });
});
