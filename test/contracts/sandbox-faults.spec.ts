import Stripe from 'stripe';
import { armedFaults, armFault, CAPTURES } from '../support/provider-control.js';
import { until } from '../support/until.js';
import { type Bench, openBench, paymentOf, refusalOf } from './sandbox-harness.js';

const PAYMENTS = '/v1/payment_intents';
const REFUNDS = '/v1/refunds';
const form = (paymentMethod: string) => ({
  amount: '500',
  currency: 'usd',
  payment_method: paymentMethod,
  confirm: 'true',
});

describe('the faults of the sandbox', () => {
  let bench: Bench;
  /** What the books showed whenever the service was killed. */
  let kills: unknown[][];
  beforeEach(async () => {
    kills = [];
    bench = await openBench({ killService: async () => void kills.push(await charges()) });
  });
  afterEach(() => bench.close());

  const arm = async (
    path: string,
    fault: object,
    more: { method?: string; times?: number; paymentMethod?: string } = {},
  ) => {
    const { method = 'POST', times, paymentMethod } = more;
    const { status, body } = await bench.control('POST', '/faults', {
      match: { method, path, paymentMethod },
      fault,
      times,
    });
    expect(status).toBe(201);
    return body;
  };
  const charges = async () => (await bench.ledger()).charges;
  const create = (method: string, idempotencyKey = 'k') =>
    bench.stripe.paymentIntents.create(paymentOf(method), { idempotencyKey });

  describe('named by the payment method', () => {
    it('danger: the charge is made and the answer is lost; the same key finds it', async () => {
      await expect(bench.send(PAYMENTS, form('pm_sandbox_drop-after-effect'), 'k')).rejects.toThrow('fetch failed');
      expect(await charges()).toMatchObject([{ status: 'succeeded', attempts: 1 }]);
      const again = await bench.send(PAYMENTS, form('pm_sandbox_drop-after-effect'), 'k');
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(await charges()).toMatchObject([{ attempts: 2 }]);
    });

    it.each([500, 503, 429])('danger: %i before anything happened; the same key then charges', async (status) => {
      const error = await refusalOf(create(`pm_sandbox_fail-before_${status}`));
      expect(error.statusCode).toBe(status);
      expect(error).toBeInstanceOf(status === 429 ? Stripe.errors.StripeRateLimitError : Stripe.errors.StripeAPIError);
      expect(await charges()).toEqual([]);
      expect(await create(`pm_sandbox_fail-before_${status}`)).toMatchObject({ status: 'succeeded' });
      expect(await charges()).toMatchObject([{ attempts: 2 }]);
    });

    it('danger: the key is said to be in use; the same key then charges', async () => {
      expect(await refusalOf(create('pm_sandbox_in-use-409'))).toMatchObject({ statusCode: 409 });
      expect(await charges()).toEqual([]);
      expect(await create('pm_sandbox_in-use-409')).toMatchObject({ status: 'succeeded' });
    });

    it('danger: a slow charge is made although the caller hung up', async () => {
      await armFault(bench.sandbox.url, { kind: 'delay', ms: 1_500 }, CAPTURES, 1);
      const caller = new AbortController();
      const hungUp = fetch(`${bench.sandbox.url}${PAYMENTS}`, {
        method: 'POST',
        headers: { Authorization: 'Bearer x', 'Idempotency-Key': 'k' },
        body: new URLSearchParams(form('pm_card_visa')),
        signal: caller.signal,
      });
      await until('the provider has it', async () => (await armedFaults(bench.sandbox.url)).length === 0);
      caller.abort();
      await expect(hungUp).rejects.toThrow('aborted');
      expect(await charges()).toEqual([]);
      await until('the charge is made', async () => (await charges()).length === 1);
    });

    it('danger: a stored 500 hides a charge', async () => {
      const [first, again] = [
        await refusalOf(create('pm_sandbox_stored-500')),
        await refusalOf(create('pm_sandbox_stored-500')),
      ];
      expect([first.statusCode, again.statusCode]).toEqual([500, 500]);
      expect(again.headers).toMatchObject({ 'idempotent-replayed': 'true' });
      expect(await charges()).toMatchObject([{ status: 'succeeded', attempts: 2 }]);
      expect((await bench.stripe.paymentIntents.list()).data).toMatchObject([{ status: 'succeeded' }]);
    });

    it('danger: a stored 500 hides that nothing happened', async () => {
      await refusalOf(create('pm_sandbox_stored-500_0'));
      expect(await refusalOf(create('pm_sandbox_stored-500_0'))).toMatchObject({ statusCode: 500 });
      expect(await charges()).toEqual([]);
      expect((await bench.stripe.paymentIntents.list()).data).toEqual([]);
    });

    it.each([
      ['pm_sandbox_async-outcome_700', 'succeeded', 'succeeded'],
      ['pm_sandbox_async-outcome_failed_700', 'requires_payment_method', 'failed'],
    ])('%s is processing first and %s later', async (method, later, charge) => {
      const { id, status } = await create(method);
      expect(status).toBe('processing');
      expect(await charges()).toMatchObject([{ status: 'pending' }]);
      await until('it settles', async () => (await bench.stripe.paymentIntents.retrieve(id)).status === later);
      expect(await charges()).toMatchObject([{ status: charge, attempts: 1 }]);
    });

    it('waits for the customer where an action is required, and charges when it is completed', async () => {
      const { id, status, next_action: action } = await create('pm_sandbox_requires-action');
      expect(status).toBe('requires_action');
      expect(action).toMatchObject({
        type: 'redirect_to_url',
        redirect_to_url: { return_url: 'http://localhost/return' },
      });
      expect(await charges()).toEqual([]);
      const completed = await bench.control('POST', `/payment_intents/${id}/complete-action`, { result: 'succeeded' });
      expect(completed).toMatchObject({ status: 200, body: { id, status: 'succeeded' } });
      expect(await charges()).toMatchObject([{ status: 'succeeded', idempotencyKey: 'k' }]);
      const twice = await bench.control('POST', `/payment_intents/${id}/complete-action`, { result: 'succeeded' });
      expect(twice.status).toBe(409);
    });

    it('charges nothing when the action fails', async () => {
      const { id } = await create('pm_card_authenticationRequired');
      await bench.control('POST', `/payment_intents/${id}/complete-action`, { result: 'failed' });
      expect(await bench.stripe.paymentIntents.retrieve(id)).toMatchObject({
        status: 'requires_payment_method',
        last_payment_error: { code: 'payment_intent_authentication_failure' },
      });
      expect(await charges()).toEqual([]);
    });
  });

  describe('armed by a control call', () => {
    it('acts as often as told, on what matches, and is then gone', async () => {
      const armed = await arm(REFUNDS, { kind: 'fail-before', status: 500 }, { times: 2 });
      expect(await bench.control('GET', '/faults')).toEqual({ status: 200, body: { items: [armed] } });
      const { id } = await create('pm_card_visa');
      const refund = () => bench.stripe.refunds.create({ payment_intent: id }, { idempotencyKey: 'r' });
      expect(await refusalOf(refund())).toMatchObject({ statusCode: 500 });
      expect((await bench.control('GET', '/faults')).body).toMatchObject({ items: [{ times: 1 }] });
      expect(await refusalOf(refund())).toMatchObject({ statusCode: 500 });
      expect((await bench.control('GET', '/faults')).body).toEqual({ items: [] });
      expect(await refund()).toMatchObject({ status: 'succeeded' });
      expect((await bench.ledger()).refunds).toMatchObject([{ attempts: 3, idempotencyKey: 'r' }]);
    });

    it('waits for its payment method', async () => {
      await arm(PAYMENTS, { kind: 'fail-before', status: 503 }, { paymentMethod: 'pm_card_amex' });
      expect(await create('pm_card_visa', 'a')).toMatchObject({ status: 'succeeded' });
      expect(await refusalOf(create('pm_card_amex', 'b'))).toMatchObject({ statusCode: 503 });
    });

    it('is matched for a refund by the method of its payment', async () => {
      const { id } = await create('pm_card_amex');
      await arm(REFUNDS, { kind: 'refund-pending', ms: 60_000 }, { paymentMethod: 'pm_card_amex' });
      expect(await bench.stripe.refunds.create({ payment_intent: id })).toMatchObject({ status: 'pending' });
    });

    it('danger: the refund is made and the answer is lost, twice', async () => {
      const { id } = await create('pm_card_visa');
      await arm(REFUNDS, { kind: 'drop-after-effect' }, { times: 2 });
      const refund = () => bench.send(REFUNDS, { payment_intent: id }, 'r');
      await expect(refund()).rejects.toThrow('fetch failed');
      await expect(refund()).rejects.toThrow('fetch failed');
      expect((await refund()).headers.get('idempotent-replayed')).toBe('true');
      expect((await bench.ledger()).refunds).toMatchObject([{ amount: 1999, attempts: 3 }]);
    });

    it('breaks reads as well', async () => {
      const { id } = await create('pm_card_visa');
      await arm(`${PAYMENTS}/${id}`, { kind: 'fail-before' }, { method: 'GET' });
      expect(await refusalOf(bench.stripe.paymentIntents.retrieve(id))).toMatchObject({ statusCode: 503 });
      expect(await bench.stripe.paymentIntents.retrieve(id)).toMatchObject({ id });
      await arm(PAYMENTS, { kind: 'drop-after-effect' }, { method: 'GET' });
      const read = () => fetch(`${bench.sandbox.url}${PAYMENTS}`, { headers: { Authorization: 'Bearer x' } });
      await expect(read()).rejects.toThrow('fetch failed');
      expect((await read()).status).toBe(200);
    });

    it('takes the place of the fault that the method names', async () => {
      await arm(PAYMENTS, { kind: 'stored-500', effect: false });
      expect(await refusalOf(create('pm_sandbox_async-outcome_60000'))).toMatchObject({ statusCode: 500 });
      expect(await charges()).toEqual([]);
    });

    it('danger: the service is killed when its money is taken: it is dead before anything of it is told', async () => {
      await arm(PAYMENTS, { kind: 'kill-after-effect' });
      await expect(bench.send(PAYMENTS, form('pm_card_visa'), 'k')).rejects.toThrow('fetch failed');
      expect(kills).toMatchObject([[{ status: 'succeeded', attempts: 1 }]]);
      expect((await bench.send(PAYMENTS, form('pm_card_visa'), 'k')).headers.get('idempotent-replayed')).toBe('true');
      expect([kills.length, (await charges()).length]).toEqual([1, 1]);
    });

    it('danger: a customer names it as a payment method: nobody is killed', async () => {
      expect(await refusalOf(create('pm_sandbox_kill-after-effect'))).toMatchObject({ statusCode: 400 });
      expect([kills, await charges()]).toEqual([[], []]);
    });

    it('kills nobody where the sandbox runs alone', async () => {
      const alone = await openBench();
      try {
        const match = { method: 'POST', path: PAYMENTS };
        expect(await alone.control('POST', '/faults', { match, fault: { kind: 'kill-after-effect' } })).toEqual({
          status: 409,
          body: { error: 'This sandbox runs alone: there is no service that it could kill.' },
        });
        expect((await alone.control('GET', '/faults')).body).toEqual({ items: [] });
      } finally {
        await alone.close();
      }
    });

    it('can be cleared', async () => {
      await arm(PAYMENTS, { kind: 'fail-before' }, { times: 9 });
      expect(await bench.control('DELETE', '/faults')).toEqual({ status: 200, body: { cleared: 1 } });
      expect(await create('pm_card_visa')).toMatchObject({ status: 'succeeded' });
    });
  });

  it('can all be armed by name: the whole list of ways to misbehave', async () => {
    const anywhere = { method: 'POST', path: '/v1' };
    const kinds = [
      { kind: 'delay', ms: 5 },
      { kind: 'drop-after-effect' },
      { kind: 'kill-after-effect' },
      { kind: 'fail-before', status: 429 },
      { kind: 'stored-500', effect: false },
      { kind: 'in-use-409' },
      { kind: 'webhook-first' },
      { kind: 'webhook-twice' },
      { kind: 'webhook-reordered' },
      { kind: 'webhook-late', ms: 5 },
      { kind: 'webhook-never' },
      { kind: 'async-outcome', result: 'failed', ms: 5 },
      { kind: 'requires-action' },
      { kind: 'refund-pending', result: 'succeeded', ms: 5 },
      { kind: 'refund-fails-later', ms: 5 },
    ];
    for (const fault of kinds)
      expect(await bench.control('POST', '/faults', { match: anywhere, fault })).toMatchObject({
        status: 201,
        body: { fault },
      });
    const { body } = await bench.control('POST', '/faults', { match: anywhere, fault: { kind: 'unheard-of' } });
    const [, named = ''] = /one of (.+)\.$/.exec(String(body['error'])) ?? [];
    expect(named.split(', ').toSorted()).toEqual(kinds.map(({ kind }) => kind).toSorted());
  });

  it.each([
    ['no body', undefined],
    ['a list', []],
    ['no match', { fault: { kind: 'delay' } }],
    ['no path', { match: { method: 'POST' }, fault: { kind: 'delay' } }],
    ['a wrong method', { match: { method: 'PUT', path: '/v1' }, fault: { kind: 'delay' } }],
    ['no fault', { match: { method: 'POST', path: '/v1' } }],
    ['an unknown kind', { match: { method: 'POST', path: '/v1' }, fault: { kind: 'earthquake' } }],
    ['a wrong status', { match: { method: 'POST', path: '/v1' }, fault: { kind: 'fail-before', status: 404 } }],
    ['a wrong time', { match: { method: 'POST', path: '/v1' }, fault: { kind: 'delay', ms: -1 } }],
    ['a wrong result', { match: { method: 'POST', path: '/v1' }, fault: { kind: 'async-outcome', result: 'maybe' } }],
    ['no times', { match: { method: 'POST', path: '/v1' }, fault: { kind: 'delay' }, times: 0 }],
    ['an effect on a read', { match: { method: 'GET', path: '/v1' }, fault: { kind: 'stored-500' } }],
    ['a refund fault on payments', { match: { method: 'POST', path: PAYMENTS }, fault: { kind: 'refund-pending' } }],
  ])('refuses to arm %s and says why in a sentence', async (_what, body) => {
    const answer = await bench.control('POST', '/faults', body);
    expect(answer).toEqual({ status: 400, body: { error: expect.stringMatching(/^\S.* .*\.$/) } });
  });
});
