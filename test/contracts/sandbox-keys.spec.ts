import Stripe from 'stripe';
import { type Bench, openBench, paymentOf, refusalOf } from './sandbox-harness.js';

const FORM = { amount: '500', currency: 'usd', payment_method: 'pm_card_visa', confirm: 'true' };
const PATH = '/v1/payment_intents';

describe('the sandbox and idempotency keys', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await openBench();
  });
  afterEach(() => bench.close());

  it('repeats the first answer byte for byte and counts the requests', async () => {
    const first = await bench.send(PATH, FORM, 'k');
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    const again = await bench.send(PATH, Object.fromEntries(Object.entries(FORM).toReversed()), 'k');
    expect(again.status).toBe(200);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await again.text()).toBe(await first.text());
    expect((await bench.ledger()).charges).toMatchObject([{ idempotencyKey: 'k', attempts: 2, status: 'succeeded' }]);
  });

  it('repeats the answer as it was, whatever happened to the payment since', async () => {
    const params = paymentOf('pm_card_visa', { expand: ['latest_charge'] });
    const first = await bench.stripe.paymentIntents.create(params, { idempotencyKey: 'k' });
    await bench.stripe.refunds.create({ payment_intent: first.id });
    expect(await bench.stripe.paymentIntents.create(params, { idempotencyKey: 'k' })).toEqual(first);
  });

  it('repeats a decline with its status', async () => {
    const declined = { ...FORM, payment_method: 'pm_card_chargeDeclined' };
    const [first, again] = [await bench.send(PATH, declined, 'k'), await bench.send(PATH, declined, 'k')];
    expect([first.status, again.status]).toEqual([402, 402]);
    expect(await again.text()).toBe(await first.text());
    expect((await bench.ledger()).charges).toHaveLength(1);
  });

  it('repeats a refusal that looked at the books', async () => {
    const first = await bench.send('/v1/payment_intents/pi_none/cancel', {}, 'k');
    const again = await bench.send('/v1/payment_intents/pi_none/cancel', {}, 'k');
    expect([first.status, again.status]).toEqual([404, 404]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  it.each([
    ['parameters', PATH, { ...FORM, amount: '501' }],
    ['metadata', PATH, { ...FORM, 'metadata[a]': '1' }],
    ['endpoint', '/v1/refunds', FORM],
  ])('refuses a key with other %s', async (_what, path, form) => {
    await bench.send(PATH, FORM, 'k');
    const refused = await bench.send(path, form, 'k');
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: { type: 'idempotency_error' } });
    expect((await bench.ledger()).charges).toMatchObject([{ amount: 500, attempts: 2 }]);
  });

  it('is understood by the SDK: other parameters are an idempotency error', async () => {
    await bench.stripe.paymentIntents.create(paymentOf('pm_card_visa'), { idempotencyKey: 'k' });
    const error = await refusalOf(
      bench.stripe.paymentIntents.create(paymentOf('pm_card_visa', { amount: 1 }), { idempotencyKey: 'k' }),
    );
    expect(error).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  });

  it('answers 409 while the first request runs, then repeats its answer', async () => {
    const create = () => bench.stripe.paymentIntents.create(paymentOf('pm_sandbox_delay_800'), { idempotencyKey: 'k' });
    const [first, second] = await Promise.allSettled([create(), create()]);
    const [made, refused] = first.status === 'fulfilled' ? [first, second] : [second, first];
    if (made.status !== 'fulfilled' || refused.status !== 'rejected') throw new Error('Exactly one was to be refused.');
    expect(refused.reason).toBeInstanceOf(Stripe.errors.StripeAPIError);
    expect(refused.reason).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
    expect(await create()).toMatchObject({ id: made.value.id });
    expect((await bench.ledger()).charges).toHaveLength(1);
  });

  it('makes one charge of fifty simultaneous requests with one key', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => bench.send(PATH, FORM, 'k')));
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect((await bench.ledger()).charges).toMatchObject([{ attempts: 50 }]);
  });

  it('keeps the key free after malformed parameters', async () => {
    expect((await bench.send(PATH, { ...FORM, amount: 'ten' }, 'k')).status).toBe(400);
    expect((await bench.send(PATH, FORM, 'k')).status).toBe(200);
  });

  it('refuses a key of 256 characters and takes one of 255', async () => {
    expect((await bench.send(PATH, FORM, 'k'.repeat(256))).status).toBe(400);
    expect((await bench.send(PATH, FORM, 'k'.repeat(255))).status).toBe(200);
  });

  it('charges again when it has forgotten the keys', async () => {
    await bench.send(PATH, FORM, 'k');
    expect(await bench.control('POST', '/forget-keys')).toEqual({ status: 200, body: { forgotten: 1 } });
    const again = await bench.send(PATH, FORM, 'k');
    expect(again.headers.get('idempotent-replayed')).toBeNull();
    expect((await bench.ledger()).charges).toHaveLength(2);
  });

  it('remembers nothing without a key', async () => {
    await bench.send(PATH, FORM);
    await bench.send(PATH, FORM);
    const { charges } = await bench.ledger();
    expect(charges).toMatchObject([{ idempotencyKey: null }, { attempts: 1 }]);
  });
});
