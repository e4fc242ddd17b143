import { openDocumentedService, operationsOf, type DocumentedService } from '../docs/documented-service.js';

let service: DocumentedService;
beforeAll(async () => {
  service = await openDocumentedService({ orderWaitMs: 1_500, idempotencyTtlMs: 172_800_000 });
});
afterAll(() => service.scene.close());

interface Policy {
  readonly operation: string;
  readonly routes: { method: string; path: string }[];
}

const policies = async (as: 'alice' | 'operator' = 'alice'): Promise<Policy[]> => {
  const { status, body } = await service.scene.get('/api/idempotency/policy', as);
  expect(status).toBe(200);
  return (body as { items: Policy[] }).items;
};

describe('what is published about keys', () => {
  it('is one policy per operation, with all of its routes', async () => {
    const items = await policies();
    const ours = items.filter(({ operation }) => !operation.startsWith('operations.'));
    expect(ours.map(({ operation, routes }) => [operation, ...routes.map(({ method, path }) => `${method} ${path}`)]))
      // Each operation stands with the routes that share its keys; an operator's levers share none.
      .toEqual([
        ['inventory.adjust', 'POST /api/inventory/{sku}/adjustments'],
        ['orders.cancel', 'POST /api/orders/{id}/cancel'],
        ['orders.confirm', 'POST /api/orders/confirm', 'POST /api/orders/{id}/confirm'],
        ['orders.place', 'POST /api/orders'],
        ['payments.create', 'POST /api/payments'],
        ['payments.refund', 'POST /api/payments/{id}/refunds'],
      ]);
  });

  it('is what is in force, for an operation with a saga and for one without', async () => {
    const items = await policies();
    const common = {
      required: true,
      scope: ['tenant', 'operation'],
      fingerprint: { algorithm: 'sha-256', covers: ['target', 'query', 'body'], leavesOut: [] },
      ttlSeconds: 172_800,
      inProgress: 'accepted',
      waitSeconds: 1.5,
      replay: 'final',
      profile: 'default',
      statuses: { reused: 409, running: 202 },
    };
    expect(items.find(({ operation }) => operation === 'orders.place')).toEqual({
      ...common,
      operation: 'orders.place',
      routes: [{ method: 'POST', path: '/api/orders' }],
      stored: ['success', 'refusal', 'failure'],
    });
    expect(items.find(({ operation }) => operation === 'inventory.adjust')).toMatchObject({
      ...common,
      stored: ['success', 'refusal'],
    });
  });

  it('is the same for everybody with a key, and nothing for others', async () => {
    expect(await policies('operator')).toEqual(await policies());
    expect((await fetch(`${service.url}/api/idempotency/policy`)).status).toBe(401);
  });

  it('is what the OpenAPI document says at each of the routes, and no other route says anything', async () => {
    const published = new Map(
      (await policies()).flatMap((policy) =>
        policy.routes.map(({ method, path }) => [`${method.toLowerCase()} ${path}`, policy] as const),
      ),
    );
    const documented = operationsOf(service.document)
      .filter((operation) => 'x-idempotency' in operation)
      .map(
        ({ method, path, ...operation }) =>
          [`${method} ${path}`, (operation as unknown as { 'x-idempotency': Policy })['x-idempotency']] as const,
      );
    expect(documented.length).toBe(published.size);
    for (const [route, policy] of documented) expect([route, policy]).toEqual([route, published.get(route)]);
  });
});
