import { emptyDirectory, openBench, openReceiver, paymentOf, refusalOf, WEBHOOK_SECRET } from './sandbox-harness.js';
import { startSandboxProcess, urlOf } from './sandbox-process.js';
import { until } from '../support/until.js';
import { rm } from 'node:fs/promises';
import type Stripe from 'stripe';

const DISPUTED = paymentOf('pm_card_createDispute', { expand: ['latest_charge'] });
const PAID_THEN_DISPUTED = ['payment_intent.succeeded', 'charge.dispute.created'];

describe('a payment that is disputed', () => {
  let bench: Awaited<ReturnType<typeof openBench>>;
  let receiver: Awaited<ReturnType<typeof openReceiver>>;
  beforeEach(async () => {
    receiver = await openReceiver();
    bench = await openBench({ webhookUrl: receiver.url, webhookSecret: WEBHOOK_SECRET });
  });
  afterEach(async () => {
    await bench.close();
    await receiver.close();
  });

  const arm = (fault: object) =>
    bench.control('POST', '/faults', { match: { method: 'POST', path: '/v1/payment_intents' }, fault });
  const pay = () => bench.stripe.paymentIntents.create(DISPUTED, { idempotencyKey: 'disputed' });
  const delivered = (count: number) =>
    until(`${count} deliveries`, async () => receiver.deliveries.length >= count && receiver.deliveries);
  const told = async (): Promise<Stripe.Event[]> => (await bench.stripe.events.list()).data.toReversed();

  it('is charged, its charge says so, and the dispute is told after the payment', async () => {
    const payment = await pay();
    const charge = payment.latest_charge as Stripe.Charge;
    expect(payment.status).toBe('succeeded');
    expect(charge).toMatchObject({ status: 'succeeded', disputed: true, amount_captured: 1999 });
    expect(await bench.stripe.paymentIntents.retrieve(payment.id, { expand: ['latest_charge'] })).toEqual(payment);
    expect((await delivered(2)).map(({ event }) => event.type)).toEqual(PAID_THEN_DISPUTED);
    const [, dispute] = await told();
    expect(dispute?.data.object).toMatchObject({
      object: 'dispute',
      amount: 1999,
      currency: 'eur',
      charge: charge.id,
      payment_intent: payment.id,
      reason: 'fraudulent',
      status: 'needs_response',
    });
    expect(await bench.stripe.events.list({ types: ['charge.dispute.created'] })).toMatchObject({ data: [dispute] });
  });

  it('is disputed once, however often its key is sent', async () => {
    const first = await pay();
    expect(await pay()).toEqual(first);
    expect((await told()).map(({ type }) => type)).toEqual(PAID_THEN_DISPUTED);
  });

  it('is not refunded: the bank takes the money back itself', async () => {
    const { id } = await pay();
    expect(await refusalOf(bench.stripe.refunds.create({ payment_intent: id }))).toMatchObject({
      statusCode: 400,
      code: 'charge_disputed',
    });
    expect((await bench.ledger()).refunds).toEqual([]);
  });

  it('is disputed when its money comes later, and not before', async () => {
    await arm({ kind: 'async-outcome', ms: 20 });
    expect((await pay()).latest_charge).toMatchObject({ status: 'pending', disputed: false });
    const types = (await delivered(3)).map(({ event }) => event.type);
    expect(types).toEqual(['payment_intent.processing', ...PAID_THEN_DISPUTED]);
  });

  it.each([
    ['webhook-twice', [0, 0, 1, 1]],
    ['webhook-late', [0, 1]],
  ])('is told by %s as everything else is', async (kind, order) => {
    await arm({ kind, ms: 300 });
    await pay();
    const types = (await delivered(order.length)).map(({ event }) => event.type);
    expect(types.toSorted()).toEqual(order.map((at) => PAID_THEN_DISPUTED[at]).toSorted());
  });

  it('danger: the dispute is told before the payment', async () => {
    await arm({ kind: 'webhook-reordered' });
    await pay();
    const types = (await delivered(3)).map(({ event }) => event.type);
    expect(types).toEqual([...PAID_THEN_DISPUTED.toReversed(), 'payment_intent.processing']);
  });

  it('danger: nobody tells it, until somebody asks for it', async () => {
    await arm({ kind: 'webhook-never' });
    await pay();
    const [, dispute] = await told();
    expect(receiver.deliveries).toEqual([]);
    const replayed = await bench.control('POST', '/webhooks/replay', { eventId: dispute?.id, times: 2 });
    expect(replayed.body).toEqual({ id: dispute?.id, deliveries: 2, statuses: [200, 200] });
    expect(receiver.types()).toEqual([dispute?.type, dispute?.type]);
  });
});

it('danger: a kill loses a dispute that was told', async () => {
  const dataDir = await emptyDirectory();
  const headers = { Authorization: 'Bearer x' };
  const eventsOf = async (url: string): Promise<unknown> => (await fetch(`${url}/v1/events`, { headers })).json();
  const { child, output, end } = await startSandboxProcess(dataDir);
  let before: unknown;
  try {
    const url = await urlOf(output);
    const form = { amount: '500', currency: 'usd', payment_method: 'pm_card_createDispute', confirm: 'true' };
    await fetch(`${url}/v1/payment_intents`, { method: 'POST', headers, body: new URLSearchParams(form) });
    before = await eventsOf(url);
  } finally {
    child.kill('SIGKILL');
    await end;
  }
  expect(before).toMatchObject({ data: PAID_THEN_DISPUTED.toReversed().map((type) => ({ type })) });

  const bench = await openBench({ dataDir });
  try {
    expect(await eventsOf(bench.sandbox.url)).toEqual(before);
    const { data } = await bench.stripe.paymentIntents.list({ expand: ['data.latest_charge'] });
    expect(data).toMatchObject([{ latest_charge: { disputed: true } }]);
  } finally {
    await bench.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
