import { errandProviders, giveErrand, troubles } from '../support/errand.js';
import { openKernel } from '../support/kernel.js';
import { inside } from '../../support/inside.js';
import { expectInvariants } from '../../support/invariants.js';
import { Scene } from '../../support/scene.js';
import { createTestDatabase } from '../../support/test-database.js';
import { until } from '../../support/until.js';
import { ReserveStockHandler } from '../../../src/modules/inventory/handlers/reserve-stock.handler.js';
import { placeOrder } from '../../../src/modules/orders/sagas/place-order.saga.js';
import { newId } from '#shared/kernel/ids.js';
import { SagaStore } from '#shared/saga/saga.store.js';
import { jest } from '@jest/globals';

/** The first order and nineteen more: all are confirmed in the end. A promise that nobody hears fails the test. */
async function expectOthersUnharmed(scene: Scene): Promise<void> {
  await scene.stock('TEA', 100);
  const first = await scene.place();
  expect([201, 202]).toContain(first.status);
  const others = await Promise.all(Array.from({ length: 19 }, () => scene.place()));
  expect(others.map(({ status }) => status)).toEqual(others.map(() => 201));
  await until('the first order has recovered', async () => {
    const orders = await scene.rows(`SELECT 1 FROM orders.orders WHERE status = 'confirmed'`);
    return orders.length === 20;
  });
  await expectInvariants(scene);
}

describe('B109 One exception silences the saga for all later orders', () => {
  let scene: Scene;
  beforeEach(async () => {
    scene = await Scene.open({ inside: true });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await scene.close();
  });

  it('(a) an exception in the mapping of order 1: it recovers, orders 2 to 20 are confirmed', async () => {
    const mapping = jest.spyOn(placeOrder.steps[1]!, 'send').mockImplementationOnce(() => {
      throw new Error('a mapping that throws');
    });
    await expectOthersUnharmed(scene);
    expect(mapping.mock.results[0]!.type).toBe('throw');
  });

  it('(b) an exception in the command handler of order 1: it recovers, orders 2 to 20 are confirmed', async () => {
    const handler = jest
      .spyOn(inside(scene, ReserveStockHandler), 'execute')
      .mockRejectedValueOnce(new Error('a handler that throws'));
    await expectOthersUnharmed(scene);
    expect(handler.mock.calls.length).toBeGreaterThanOrEqual(21);
  });
});

describe('B110 Handler exception ends the process', () => {
  it('(c) an exception in somebody’s event handler harms neither its errand nor the others nor the process', async () => {
    const database = await createTestDatabase();
    const kernel = await openKernel(database.url, errandProviders, { ROLE: 'api' });
    const ids = Array.from({ length: 20 }, newId);
    troubles.listener.add(ids[0]!);
    for (const id of ids) await giveErrand(kernel, id);
    const sagas = await Promise.all(ids.map((id) => kernel.get(SagaStore).find('errand', id)));
    expect(sagas.map((saga) => saga?.status)).toEqual(ids.map(() => 'completed'));
    await kernel.close();
    await database.drop();
  });
});
