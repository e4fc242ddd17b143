import { act, look, paidInDoubt } from '../support/operator.js';
import { letPass } from '../support/passing-time.js';
import { Scene } from '../support/scene.js';
import { until } from '../support/until.js';

let scene: Scene;
beforeEach(async () => {
  scene = await Scene.open({ instances: 2 });
  await scene.stock('TEA', 100);
});
afterEach(() => scene.close());

const applied = (providerReference: string): object => ({
  outcome: 'applied',
  providerReference,
  evidence: 'misread in the books of the sandbox',
});

describe('an operator who takes the payment of one order for that of another', () => {
  it('danger: the order whose payment it is waits for ever and nobody is told: it calls for a person', async () => {
    const [order, owner] = [await paidInDoubt(scene, 'wrong'), await paidInDoubt(scene, 'owner')];
    expect((await act(scene, `sagas/${order.sagaId}/resolve`, applied(owner.reference))).status).toBe(200);
    await letPass(scene, owner.id, '3 minutes');
    await act(scene, `sagas/${owner.sagaId}/retry`);
    const { attention } = await until('a person is called', async () => {
      const { body } = await look(scene, `sagas/${owner.sagaId}`);
      return (
        (body as { attention?: { code: string; detail: string } }).attention &&
        (body as { attention: { code: string; detail: string } })
      );
    });
    expect(attention.code).toBe('provider_contradicts');
    expect(attention.detail).toContain(order.id);
  });

  it('danger: two orders are given one payment at the same moment: one gets it, the other operator is told', async () => {
    const [one, other] = [await paidInDoubt(scene, 'one'), await paidInDoubt(scene, 'other')];
    const both = await Promise.all(
      [one, other].map(({ sagaId }, instance) =>
        act(scene, `sagas/${sagaId}/resolve`, applied(one.reference), { instance }),
      ),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(both.map(({ body }) => body.code).filter(Boolean)).toEqual(['reference_taken']);
  });
});
