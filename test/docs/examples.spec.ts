import {
  bodiesOf,
  openDocumentedService,
  operationsOf,
  type Body,
  type DocumentedService,
} from './documented-service.js';
import { schemaCheck, type SchemaCheck } from './schema-check.js';
import type { SchemaObject } from '@nestjs/swagger';
import { intentEvent, paymentOf, told, type WireEvent } from '../support/provider-events.js';
import { until } from '../support/until.js';
import { signatureOf } from '#modules/payments/gateway/stripe/webhook-signature.js';
import { SANDBOX_WEBHOOK_SECRET } from '#shared/config/payment-settings.js';
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
interface Line {
  readonly kind: string;
  readonly detail: string;
}
/** A sentence without its amounts, names and numbers. */
const wordsOf = (detail: string): string =>
  detail
    .replaceAll(/[\d.]+ [A-Z]{3}/g, '…')
    .replace(/\((once|\d+ times)\)/, '…')
    .replace(/: it was .*\.$|^The provider (sent word|answered)/, '…');
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
      [`/api/orders/${order.id}/timeline`, 'Timeline'],
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

  it('reads on the timeline what the example shows: the lines have the words and the kinds of served ones', async () => {
    const { scene } = service;
    const key = randomUUID();
    const { body: order } = await placed('order', key);
    for (let n = 0; n < 2; n++) await placed('order', key);
    await told(scene, intentEvent('succeeded', await paymentOf(scene, order.id)));
    const [kinds, details] = await until('all of it is told', async () => {
      const { body } = await scene.get(`/api/orders/${order.id}/timeline`);
      expect(check(schema('Timeline'), body)).toEqual([]);
      const items = body.items as { kind: string; detail: string }[];
      return (
        items.some(({ kind }) => kind === 'duplicate') &&
        ([new Set(items.map(({ kind }) => kind)), new Set(items.map(({ detail }) => detail))] as const)
      );
    });
    const example = documented('get /api/orders/{id}/timeline 200', 'confirmed') as { items: Line[] };
    const served = example.items.map(({ kind, detail }) => [kind, kinds.has(kind), wordsOf(detail)]);
    const words = new Set([...details].map(wordsOf));
    expect(served.filter(([, isServed, detail]) => !isServed || !words.has(detail as string))).toEqual([]);
  });

  it('is acknowledged or refused at the webhook door as the document says', async () => {
    const { scene, document } = service;
    const event = documented('post /api/webhooks/stripe request', 'succeeded') as WireEvent;
    const raw = JSON.stringify(event);
    const send = async (body: string, headers: Record<string, string>) => {
      const answer = await fetch(`${scene.services[0]!.url}/api/webhooks/stripe`, { method: 'POST', body, headers });
      return [answer.status, (await answer.json()) as { code?: string }] as const;
    };
    const json = { 'content-type': 'application/json' };
    const signed = (body: string) => ({ 'stripe-signature': signatureOf(body, SANDBOX_WEBHOOK_SECRET, new Date()) });
    const [status, receipt] = await send(raw, { ...json, ...signed(raw) });
    expect([status, check(schema('Receipt'), receipt)]).toEqual([200, []]);

    const refused: [string, Record<string, string>][] = [
      [raw, json],
      ['{', { ...json, ...signed('{') }],
      ['{}', { ...json, ...signed('{}') }],
      ['x'.repeat(1_000_001), json],
      [raw, { 'content-type': 'text/plain', ...signed(raw) }],
    ];
    const { responses } = operationsOf(document).find(({ path }) => path === '/api/webhooks/stripe')!;
    for (const [body, headers] of refused) {
      const [refusal, problem] = await send(body, headers);
      expect(check(schema('Problem'), problem)).toEqual([]);
      expect(responses[refusal]).toHaveProperty(`content.application/problem+json.examples.${problem.code}`);
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
