import {
  bodiesOf,
  openDocumentedService,
  operationsOf,
  type Body,
  type DocumentedService,
} from './documented-service.js';
import { schemaCheck, type SchemaCheck } from './schema-check.js';
import type { SchemaObject } from '@nestjs/swagger';
import { randomUUID } from 'node:crypto';

let service: DocumentedService;
let bodies: Body[];
let check: SchemaCheck;
beforeAll(async () => {
  service = await openDocumentedService();
  bodies = operationsOf(service.document).flatMap(bodiesOf);
  check = await schemaCheck(service.document);
});
afterAll(() => service.scene.close());

const schema = (name: string): SchemaObject => ({ $ref: `#/components/schemas/${name}` }) as SchemaObject;
const documented = (where: string, name: string): object =>
  bodies.find((body) => body.where === where && name in body.examples)!.examples[name] as object;
const placed = (name: string, key: string = randomUUID()) =>
  service.scene.post('/api/orders', documented('post /api/orders request', name), { key });

describe('every example of the document', () => {
  it('is there, at each request and each answer with a body', () => {
    expect(bodies.length).toBeGreaterThan(20);
    expect(bodies.filter(({ examples }) => Object.keys(examples).length === 0).map(({ where }) => where)).toEqual([]);
  });

  it('is what its schema says, without a member too many', () => {
    const wrong = bodies.flatMap(({ where, schema: its, examples }) =>
      Object.entries(examples).flatMap(([name, value]) => check(its, value).map((why) => `${where} ${name}: ${why}`)),
    );
    expect(wrong).toEqual([]);
  });

  it('would be found wrong if it were', () => {
    expect(check(schema('Stock'), { sku: 'TEA-GREEN' })).not.toEqual([]);
    const stock = documented('get /api/inventory/{sku} 200', 'example');
    expect(check(schema('Stock'), stock)).toEqual([]);
    expect(check(schema('Stock'), { ...stock, colour: 'green' })).not.toEqual([]);
    expect(check(schema('Stock'), { ...stock, onHand: '3' })).not.toEqual([]);
  });
});

describe('a stranger who sends the documented order', () => {
  it('gets a confirmed order of the documented shape, and the same one for the second press', async () => {
    const key = randomUUID();
    const first = await placed('order', key);
    expect([first.status, first.body.status]).toEqual([201, 'confirmed']);
    expect(check(schema('Order'), first.body)).toEqual([]);
    const second = await placed('order', key);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(second.text).toBe(first.text);
  });

  it('gets what the other examples promise', async () => {
    expect((await placed('checked')).body).toMatchObject({ status: 'confirmed', total: 1780 });
    expect((await placed('draft')).body).toMatchObject({ status: 'draft' });
    expect((await placed('declined')).body).toMatchObject({ status: 402, code: 'payment_declined', retry: 'new-key' });
    expect((await placed('soldOut')).body).toMatchObject({ status: 409, code: 'out_of_stock' });
  });

  it('reads the order, its payment, the stock and the lists in their documented shapes', async () => {
    const { body: order } = await placed('order');
    const { scene } = service;
    const read: [string, string][] = [
      [`/api/orders/${order.id}`, 'Order'],
      [`/api/payments/${order.paymentId}`, 'Payment'],
      ['/api/inventory/TEA-GREEN', 'Stock'],
      ['/api/orders?limit=1', 'OrderList'],
      ['/api/inventory', 'StockList'],
      ['/health/live', 'Live'],
      ['/health/ready', 'Ready'],
      ['/api/orders/nobody', 'Problem'],
      ['/api/orders?limit=0', 'Problem'],
    ];
    for (const [path, name] of read) {
      const { body } = await scene.get(path);
      expect([path, check(schema(name), body)]).toEqual([path, []]);
    }
  });

  it('changes the stock with the documented requests', async () => {
    const { scene } = service;
    for (const name of ['tea', 'yen']) {
      const body = documented('put /api/inventory/{sku} request', name);
      const answer = await scene.put(`/api/inventory/example-${name}`, body);
      expect([answer.status, check(schema('Stock'), answer.body)]).toEqual([201, []]);
    }
    const delivery = documented('post /api/inventory/{sku}/adjustments request', 'delivery');
    const counted = await scene.post('/api/inventory/example-tea/adjustments', delivery, { as: 'operator' });
    expect([counted.status, check(schema('Stock'), counted.body)]).toEqual([201, []]);
  });

  it('is told 202 in the documented shape, and polls the documented answer', async () => {
    const order = documented('post /api/orders request', 'order');
    const accepted = await service.scene.post('/api/orders', order).set('Prefer', 'respond-async');
    expect(accepted.status).toBe(202);
    expect(check(schema('Processing'), accepted.body)).toEqual([]);
    const repeated = await service.scene
      .post('/api/orders', order, { key: accepted.headers['idempotency-key'] })
      .set('Prefer', 'wait=20');
    const polled = await service.scene.get(accepted.body.pollUrl);
    expect([polled.status, polled.text]).toEqual([201, repeated.text]);
  });
});
