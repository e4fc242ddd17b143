import { OrderAnswers } from './order-answers.js';
import { decidedRefusals, orderProblems } from './order.problems.js';
import type { OrderView } from '../contract/index.js';
import type { SagaInstance } from '#shared/saga/saga.entity.js';
import type { QueryBus } from '@nestjs/cqrs';

const ORDER_ID = '019a7c1e-58f0-7c3a-9a55-0d5f3f6c1b2e';

const cancelledBecause = (code: string): OrderView => ({
  id: ORDER_ID,
  status: 'cancelled',
  customerId: 'customer-1',
  currency: 'EUR',
  total: 1780,
  items: [],
  createdAt: '2026-03-14T09:26:53.589Z',
  updatedAt: '2026-03-14T09:26:53.712Z',
  version: 2,
  failure: { code, detail: 'Why.' },
});

async function toldOf(code: string, operation: string, saga: Partial<SagaInstance> = {}) {
  const queries = { execute: async () => cancelledBecause(code) } as unknown as QueryBus;
  const undone = { correlationId: ORDER_ID, status: 'compensated', attention: null, ...saga } as SagaInstance;
  const { status, body } = await new OrderAnswers(queries).render(operation, undone);
  return { status, ...(JSON.parse(body) as { code: string; retry: string; instance: string; traceId: string }) };
}

describe('an order that came to nothing', () => {
  it.each(decidedRefusals)('%s: a new order may be placed with a new key', async (code) => {
    expect(await toldOf(code, 'orders.place')).toMatchObject({
      status: orderProblems[code]!.status,
      code,
      retry: 'new-key',
      instance: `/api/orders/${ORDER_ID}`,
      traceId: ORDER_ID.replaceAll('-', ''),
    });
  });

  it.each(['orders.confirm', 'payments.create'])('no key ever confirms that draft again: %s', async (operation) => {
    for (const code of decidedRefusals) expect([code, (await toldOf(code, operation)).retry]).toEqual([code, 'never']);
  });

  it('waits for a person while one has to look at it', async () => {
    const attention = { code: 'payment_disputed', detail: 'The customer disputes the payment.', stays: true } as const;
    for (const operation of ['orders.place', 'orders.confirm'])
      expect((await toldOf('out_of_stock', operation, { attention })).retry).toBe('operator');
  });
});
