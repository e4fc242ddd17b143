import { expectNothingViolated } from '../support/nothing-violated.js';
import { placeAndLeave, type LeftOrder } from '../support/left-order.js';
import { Scene } from '../support/scene.js';
import { until } from '../support/until.js';

/** A newer version has taken each order through a step of its own as soon as it was accepted. */
const CARRIED_ON_BY_NEWER = `
  CREATE FUNCTION public.carry_on() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO saga.steps (saga_id, name, generation, kind, status, finished_at)
    VALUES (NEW.id, 'fraud.check', 1, 'forward', 'done', now());
    UPDATE saga.sagas SET version = version + 1 WHERE id = NEW.id;
    RETURN NULL; END $$;
  CREATE TRIGGER carry_on AFTER INSERT ON saga.sagas FOR EACH ROW
    WHEN (NEW.definition = 'place-order') EXECUTE FUNCTION public.carry_on()`;

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open();
  await scene.stock('TEA', 10);
  await scene.rows(CARRIED_ON_BY_NEWER);
});
afterAll(() => scene.close());

/** What only the newer version could do: from here on nothing of its step is left. */
const givenBackByNewer = ({ sagaId }: LeftOrder): Promise<object[]> =>
  scene.rows(
    `WITH gone AS (DELETE FROM saga.steps WHERE saga_id = $1 AND name = 'fraud.check')
     UPDATE saga.sagas SET version = version + 1 WHERE id = $1`,
    [sagaId],
  );

const cancel = ({ id }: LeftOrder, key: string) => scene.post(`/api/orders/${id}/cancel`, {}, { key });

describe('an order that has begun a step which this version does not know', () => {
  it('stands still here, is explained, and loses nothing that is learned meanwhile', async () => {
    const order = await placeAndLeave(scene, 'newer', {});
    const waits = await until('the news of the payment wait', async () => {
      const { body } = await scene.get(`/api/operations/sagas/${order.sagaId}`, 'operator');
      return body.jobs.some(({ failures }: { failures: number }) => failures > 0) && body;
    });
    expect(waits.explain.why).toMatch(/^It has begun fraud\.check, which this version of the service does not know/);
    const stands = waits.steps.map(({ name, status }: { name: string; status: string }) => `${name} ${status}`);
    expect(stands.toSorted()).toEqual(['fraud.check done', 'payment.capture pending']);
    await givenBackByNewer(order);
    const answer = await scene.place({}, { key: 'newer' }).set('Prefer', 'wait=20');
    expect([answer.status, answer.body.status]).toEqual([201, 'confirmed']);
    const { charges } = await scene.booksOf(order.id);
    expect(charges).toMatchObject([{ idempotencyKey: `${order.sagaId}:payment.capture` }]);
    await expectNothingViolated(scene);
  });

  it('is not cancelled here: the caller is told to send the same again, and it is done once', async () => {
    const order = await placeAndLeave(scene, 'unwanted', {});
    const refused = await cancel(order, 'cancel-newer');
    expect([refused.status, refused.body.code, refused.body.retry]).toEqual([503, 'service_unavailable', 'same-key']);
    expect(refused.headers['retry-after']).toBe('5');
    expect((await scene.get(`/api/orders/${order.id}`)).body.status).toBe('pending');
    await givenBackByNewer(order);
    const cancelled = await cancel(order, 'cancel-newer').set('Prefer', 'wait=20');
    expect([cancelled.status, cancelled.body.status]).toEqual([200, 'cancelled']);
    await expectNothingViolated(scene);
  });
});
