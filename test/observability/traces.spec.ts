import { startCollector, type CollectedSpan, type Collector } from './collector.js';
import { STARTED_WITHIN_MS } from '../support/child-service.js';
import { KEYS } from '../support/environment.js';
import { expectInvariants } from '../support/invariants.js';
import { anOrder, Scene } from '../support/scene.js';
import { until } from '../support/until.js';
import { SANDBOX_WEBHOOK_SECRET } from '#shared/config/payment-settings.js';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

const KEY = 'a-key-that-stays-here';
const CUSTOMER = 'customer-that-stays-here';
const CALLER = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ instances: 0, webhooks: true });
}, STARTED_WITHIN_MS);
afterAll(() => scene.close());

describe('an order that is taken by one instance and carried out by another', () => {
  let collector: Collector;
  let order: { id: string; sagaId: string; status: string };
  let exits: (number | null)[];

  beforeAll(async () => {
    collector = await startCollector();
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_RESOURCE_ATTRIBUTES: 'deployment=tests' };
    const [front, back] = await Promise.all([scene.launch({ ...env, ROLE: 'api' }), scene.launch(env)]);
    scene.webhooks!.handTo([back.url]);
    await scene.stock('TEA', 10);
    const { body } = await scene
      .place({ customerId: CUSTOMER, note: 'a note that stays here' }, { key: KEY, instance: front })
      .set('traceparent', `00-${CALLER.traceId}-${CALLER.spanId}-01`);
    order = body as typeof order;
    await until('the notice of the capture was applied', async () => {
      const applied = await scene.rows(`SELECT 1 FROM messaging.inbox WHERE status <> 'received'`);
      return applied.length > 0;
    });
    await expectInvariants(scene);
    // What has not been sent yet is sent before they end.
    exits = await Promise.all([front.terminate(), back.terminate()]);
  }, 2 * STARTED_WITHIN_MS);
  afterAll(() => collector.close());

  const trace = (): CollectedSpan[] => {
    const traceId = order.id.replaceAll('-', '');
    return collector.spans.filter((span) => span.traceId === traceId);
  };
  const named = (name: string): CollectedSpan => {
    const found = trace().filter((span) => span.name === name);
    if (found.length !== 1)
      throw new Error(
        `${found.length} spans are called ${name}: ${trace()
          .map((one) => one.name)
          .join(', ')}`,
      );
    return found[0]!;
  };

  it('is one trace, whose id is its own: request, units, commits, jobs, calls of the provider, webhook', () => {
    const names = new Set(trace().map(({ name }) => name));
    for (const name of [
      'saga place-order',
      'POST /api/orders',
      'unit of work',
      'commit',
      'job payments.capture',
      'provider capture',
      'POST /api/webhooks/stripe',
      'job payments.apply-notice',
    ])
      expect([...names]).toContain(name);
    const instanceOf = (name: string): unknown => named(name).service['service.instance.id'];
    expect(instanceOf('POST /api/orders')).not.toBe(instanceOf('job payments.capture'));
    expect(named('job payments.capture').service).toMatchObject({ 'service.name': 'ichido', deployment: 'tests' });
  });

  it('is confirmed, and both processes end in order', () => {
    expect([order.status, ...exits]).toEqual(['confirmed', 0, 0]);
  });

  it('has every span under the one that it is a part of', () => {
    const saga = named('saga place-order');
    expect([saga.parentSpanId, saga.spanId]).toEqual([undefined, order.sagaId.replaceAll('-', '').slice(16)]);
    for (const name of [
      'POST /api/orders',
      'job payments.capture',
      'POST /api/webhooks/stripe',
      'job payments.apply-notice',
    ])
      expect([name, named(name).parentSpanId]).toEqual([name, saga.spanId]);
    expect(named('provider capture').parentSpanId).toBe(named('job payments.capture').spanId);
    const ids = new Map(trace().map((span) => [span.spanId, span.name]));
    for (const { parentSpanId } of trace().filter(({ name }) => name === 'commit'))
      expect(ids.get(parentSpanId!)).toBe('unit of work');
    for (const { name, parentSpanId } of trace()) {
      if (parentSpanId) expect([name, ids.has(parentSpanId)]).toEqual([name, true]);
    }
  });

  it('says which saga, step, job and attempt it was, and what came of it', () => {
    expect(named('saga place-order').attributes).toMatchObject({ 'ichido.result': 'completed' });
    expect(named('job payments.capture').attributes).toMatchObject({
      'ichido.saga.id': order.sagaId,
      'ichido.job.key': `${order.sagaId}:payment.capture:1`,
      'ichido.attempt': 1,
      'ichido.result': 'settled',
    });
    expect(named('provider capture').attributes).toMatchObject({ 'ichido.result': 'captured' });
    const steps = trace().map(({ attributes }) => attributes['ichido.step']);
    expect(steps).toContain('payment.capture');
  });

  it('and its request are linked with each other: the request itself is a span of its caller', () => {
    const request = collector.spans.find(({ traceId }) => traceId === CALLER.traceId);
    expect(request).toMatchObject({ name: 'POST /api/orders', parentSpanId: CALLER.spanId });
    const { traceId, spanId } = named('POST /api/orders');
    expect(request!.links).toMatchObject([{ traceId, spanId }]);
    expect(named('POST /api/orders').links).toMatchObject([{ traceId: CALLER.traceId, spanId: request!.spanId }]);
    expect(request!.attributes).toMatchObject({ 'http.route': '/api/orders', 'http.response.status_code': 201 });
  });

  it('gives nothing away', () => {
    expect(collector.raw.length).toBeGreaterThan(1_000);
    const secrets = [
      ...Object.values(KEYS),
      KEY,
      CUSTOMER,
      'stays here',
      anOrder.paymentMethod,
      SANDBOX_WEBHOOK_SECRET,
    ];
    for (const secret of [...secrets, 'sk_test', 'alice'])
      expect([secret, collector.raw.includes(secret)]).toEqual([secret, false]);
  });
});

describe('danger: a collector that does not answer holds up orders, or the end of the process', () => {
  const GRACE_MS = 1_000;
  /** Half of what the exporter itself would wait; the rest is the machine's. */
  const ENDED_WITHIN_MS = 5_000;

  it(
    'orders go on, and it ends within its grace',
    async () => {
      const silent = createServer().listen(0, '127.0.0.1');
      await once(silent, 'listening');
      try {
        const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
        const env = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, SHUTDOWN_GRACE: `${GRACE_MS}ms`, LOG_LEVEL: 'warn' };
        const service = await scene.launch(env);
        scene.webhooks!.handTo([service.url]);
        await scene.stock('TEA', 10);
        expect((await scene.place()).body).toMatchObject({ status: 'confirmed' });
        await expectInvariants(scene);
        const begun = Date.now();
        expect(await service.terminate()).toBe(0);
        expect(Date.now() - begun).toBeLessThan(ENDED_WITHIN_MS);
      } finally {
        silent.close();
      }
    },
    2 * STARTED_WITHIN_MS,
  );
});
