import { expectInvariants } from '../support/invariants.js';
import { completeAtProvider, openOrder, untilStatus } from '../support/open-payment.js';
import { decided, deliver, intentEvent } from '../support/provider-events.js';
import { Scene } from '../support/scene.js';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ env: { LEASE: '1s' } });
  await scene.stock('TEA', 10);
});
afterAll(() => scene.close());

describe('a message whose job is gone, whatever took it away', () => {
  it('gets another one from whoever is alive, without any delivery', async () => {
    const { orderId, payment } = await openOrder(scene);
    // The queue takes the job and loses it in the same commit.
    await scene.rows(`
      CREATE FUNCTION messaging.lose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.key LIKE '%:apply' THEN RETURN NULL; END IF; RETURN NEW; END $$;
      CREATE TRIGGER lose BEFORE INSERT ON graphile_worker._private_jobs FOR EACH ROW EXECUTE FUNCTION messaging.lose()`);
    const event = intentEvent('succeeded', payment);
    expect(await deliver(scene, event)).toMatchObject({ status: 200 });
    await scene.rows('DROP TRIGGER lose ON graphile_worker._private_jobs');
    expect(await scene.rows('SELECT status FROM messaging.inbox')).toEqual([{ status: 'received' }]);
    expect(await decided(scene, event.id)).toMatchObject({ status: 'applied' });
    await completeAtProvider(scene, payment);
    await untilStatus(scene, orderId, 'confirmed');
    await expectInvariants(scene);
  });
});
