import { type Bench, openBench } from './sandbox-harness.js';
import { type Promised, SdkShapes } from '../support/sdk-shapes.js';
import { until } from '../support/until.js';

/** Reading the types of the SDK takes seconds, and longer beside the tests that share the cores. */
const READING_MS = 60_000;

let bench: Bench;
let shapes: SdkShapes;
beforeAll(async () => {
  bench = await openBench({ searchLagMs: 0 });
  shapes = new SdkShapes();
}, READING_MS);
afterAll(() => bench.close());

/** The bytes themselves, without the SDK between them and us. */
async function answer(path: string): Promise<Record<string, unknown>> {
  const response = await fetch(`${bench.sandbox.url}/v1/${path}`, { headers: { Authorization: 'Bearer sk_test_x' } });
  return (await response.json()) as Record<string, unknown>;
}

const sent = async (path: string, form: Record<string, string> = {}): Promise<Record<string, unknown>> =>
  (await (await bench.send(`/v1/${path}`, form)).json()) as Record<string, unknown>;

const pay = (paymentMethod: string, more: Record<string, string> = {}): Promise<Record<string, unknown>> =>
  sent('payment_intents', {
    amount: '1999',
    currency: 'eur',
    payment_method: paymentMethod,
    confirm: 'true',
    'allowed_payment_method_types[0]': 'card',
    return_url: 'http://localhost/return',
    'metadata[orderId]': 'order-1',
    ...more,
  });

const idOf = ({ id }: Record<string, unknown>): string => id as string;

/** What an event of each family is about. */
const OBJECTS: Readonly<Record<string, Promised>> = {
  payment_intent: 'PaymentIntent',
  refund: 'Refund',
  charge: 'Dispute',
};

const expectPromised = (promised: Promised, value: unknown): void =>
  expect(shapes.breaches(promised, value)).toEqual([]);

describe('what the sandbox answers, held against the types of the official SDK', () => {
  it.each([
    ['succeeded', 'pm_card_visa'],
    ['processing', 'pm_sandbox_async-outcome_60000'],
    ['requires_action', 'pm_sandbox_requires-action'],
  ])('a payment that is %s', async (status, paymentMethod) => {
    const payment = await pay(paymentMethod, { 'expand[0]': 'latest_charge' });
    expect(payment['status']).toBe(status);
    expectPromised('PaymentIntent', payment);
    expectPromised('PaymentIntent', await answer(`payment_intents/${idOf(payment)}`));
  });

  it('a payment that is declined, in the error and when it is read', async () => {
    const { error } = (await pay('pm_card_chargeDeclined')) as { error: { payment_intent: Record<string, unknown> } };
    expectPromised('PaymentIntent', error.payment_intent);
    const expanded = await answer(`payment_intents/${idOf(error.payment_intent)}?expand[]=latest_charge`);
    expectPromised('PaymentIntent', expanded);
    expectPromised('Charge', expanded['latest_charge']);
  });

  it('a payment that is not confirmed, and one that is cancelled', async () => {
    const open = await sent('payment_intents', { amount: '500', currency: 'eur' });
    expectPromised('PaymentIntent', open);
    const cancelled = await sent(`payment_intents/${idOf(open)}/cancel`, { cancellation_reason: 'abandoned' });
    expect(cancelled['status']).toBe('canceled');
    expectPromised('PaymentIntent', cancelled);
  });

  it.each([
    ['succeeded', 'pm_card_visa'],
    ['pending', 'pm_sandbox_refund-pending_60000'],
    ['failed', 'pm_sandbox_refund-pending_failed_10'],
  ])('a refund that is %s', async (status, paymentMethod) => {
    const made = await sent('refunds', { payment_intent: idOf(await pay(paymentMethod)), amount: '500' });
    expectPromised('Refund', made);
    const refund = await until(`the refund is ${status}`, async () => {
      const seen = await answer(`refunds/${idOf(made)}`);
      return seen['status'] === status && seen;
    });
    expectPromised('Refund', refund);
  });

  it.each([
    ['PaymentIntents', 'payment_intents?expand[]=data.latest_charge&limit=100'],
    ['FoundPaymentIntents', `payment_intents/search?query=${encodeURIComponent('metadata["orderId"]:"order-1"')}`],
    ['Refunds', 'refunds?limit=100'],
    ['Events', 'events?limit=100'],
  ] as const)('a list: %s', async (promised, path) => {
    await sent('refunds', { payment_intent: idOf(await pay('pm_card_visa')) });
    const list = await answer(path);
    expect((list['data'] as unknown[]).length).toBeGreaterThan(0);
    expectPromised(promised, list);
  });

  it('an event, and the object inside', async () => {
    const disputed = await pay('pm_card_createDispute', { 'expand[0]': 'latest_charge' });
    expect(disputed['latest_charge']).toMatchObject({ disputed: true });
    expectPromised('PaymentIntent', disputed);
    const { data } = (await answer('events?limit=100')) as unknown as {
      data: { id: string; type: string; data: { object: object } }[];
    };
    const families = new Set(data.map(({ type }) => type.split('.')[0]));
    expect([...families].toSorted()).toEqual(Object.keys(OBJECTS).toSorted());
    for (const event of data) {
      expectPromised('Event', await answer(`events/${event.id}`));
      expectPromised(OBJECTS[event.type.split('.')[0]!]!, event.data.object);
    }
  });

  it('would be found out if a member were missing, unknown or of another kind', async () => {
    const { amount: _, ...less } = await pay('pm_card_visa');
    expect(shapes.breaches('PaymentIntent', less)).toHaveLength(1);
    expect(shapes.breaches('PaymentIntent', { ...less, amount: '1999' })).toHaveLength(1);
    expect(shapes.breaches('PaymentIntent', { ...less, amount: 1999, colour: 'green' })).toHaveLength(1);
    expect(shapes.breaches('PaymentIntent', { ...less, amount: 1999, status: 'paid' })).toHaveLength(1);
    expect(shapes.breaches('PaymentIntent', { ...less, amount: 1999 })).toEqual([]);
  });
});
