import type { ProviderNotice } from '../provider-webhooks.js';
import { StripeWebhooks } from './stripe-webhooks.js';

const webhooks = new StripeWebhooks({ provider: 'stripe', secrets: ['whsec_test'], livemode: true });
const event = (type: string, object: unknown, more: object = {}): Buffer =>
  Buffer.from(
    JSON.stringify({ id: 'evt_1', object: 'event', type, created: 1, livemode: true, data: { object }, ...more }),
  );
const noticed = (type: string, object: unknown): ProviderNotice => webhooks.read(event(type, object)).notice;

const intent = {
  id: 'pi_1',
  object: 'payment_intent',
  amount: 500_000,
  amount_received: 500_000,
  currency: 'ugx',
  status: 'succeeded',
};
const refund = {
  id: 're_1',
  object: 'refund',
  amount: 100,
  currency: 'eur',
  status: 'pending',
  payment_intent: 'pi_1',
};

describe('what Stripe tells', () => {
  it('counts in our units: 5000 UGX are 500000 at Stripe', () => {
    expect(noticed('payment_intent.succeeded', intent)).toMatchObject({ payment: { amount: 5000, currency: 'UGX' } });
  });

  it.each([
    ['a fraction of our unit', { amount: 500_050, amount_received: 500_050 }],
    ['an amount that is none', { amount: '500000' }],
    ['a negative amount', { amount: -100 }],
    ['a currency of nobody', { currency: 'xxx' }],
    ['no id', { id: undefined }],
    ['an id with a NUL in it', { id: 'pi_\u0000' }],
    ['another kind of object', { object: 'charge' }],
    ['a part of the money', { amount_received: 100 }],
  ])('about a payment with %s cannot be read', (_, over) => {
    expect(noticed('payment_intent.succeeded', { ...intent, ...over })).toEqual({ kind: 'unreadable' });
  });

  it('about a refund reads its state from the object, and a failure from the type', () => {
    expect(noticed('refund.created', refund)).toMatchObject({
      refund: { status: 'pending', paymentReference: 'pi_1' },
    });
    expect(noticed('refund.failed', refund)).toMatchObject({ refund: { status: 'failed' } });
    expect(noticed('refund.updated', { ...refund, status: 'canceled' })).toMatchObject({
      refund: { status: 'failed' },
    });
    expect(noticed('refund.updated', { ...refund, status: 'of tomorrow' })).toEqual({ kind: 'unreadable' });
    expect(noticed('refund.updated', { ...refund, amount: 0 })).toEqual({ kind: 'unreadable' });
  });

  it('about a dispute finds its payment, whether it is named or shown whole', () => {
    const dispute = { id: 'du_1', object: 'dispute', payment_intent: 'pi_1' };
    expect(noticed('charge.dispute.created', dispute)).toMatchObject({ dispute: { paymentReference: 'pi_1' } });
    const whole = { ...dispute, payment_intent: { id: 'pi_1', object: 'payment_intent' } };
    expect(noticed('charge.dispute.created', whole)).toMatchObject({ dispute: { paymentReference: 'pi_1' } });
    expect(noticed('charge.dispute.created', { ...dispute, payment_intent: null })).toMatchObject({ kind: 'dispute' });
  });

  it.each(['customer.created', 'charge.refunded', 'payment_intent.created', 'constructor', '__proto__'])(
    'of type %s is of no use to us, whatever it holds',
    (type) => {
      expect(noticed(type, {})).toEqual({ kind: 'ignored' });
    },
  );

  it('tells a customer nothing of why an issuer is suspicious', () => {
    const declined = { ...intent, last_payment_error: { decline_code: 'stolen_card', message: 'stolen!' } };
    const notice = noticed('payment_intent.payment_failed', declined);
    expect(JSON.stringify(notice)).not.toContain('stolen');
    expect(notice).toMatchObject({ payment: { status: 'declined', detail: expect.stringContaining('declined') } });
  });
});

describe('whose event it is', () => {
  it('play money is not for an installation that moves real money, and the reverse', () => {
    expect(webhooks.read(event('a.b', {}, { livemode: false })).misdirected).toBe('mode');
    expect(webhooks.read(event('a.b', {})).misdirected).toBeUndefined();
  });

  it('an event of another account is not for us, and is kept apart from one of ours with the same id', () => {
    expect(webhooks.read(event('a.b', {}, { account: 'acct_2' }))).toMatchObject({
      account: 'acct_2',
      misdirected: 'account',
    });
    expect(webhooks.read(event('a.b', {}, { account: null })).account).toBe('');
  });
});

describe('what an event means', () => {
  const meaningOf = (over: object, object: object = {}): string =>
    webhooks.read(event('payment_intent.succeeded', { ...intent, ...object }, over)).meaning.toString('hex');
  const meaning = meaningOf({});

  it.each([{ created: 2 }, { livemode: false }, { account: 'acct_2' }, { type: 'a.b' }])('changes with %j', (over) => {
    expect(meaningOf(over)).not.toBe(meaning);
  });

  it.each([{ id: 'pi_2' }, { amount: 1 }, { status: 'processing' }])('changes with its object’s %j', (object) => {
    expect(meaningOf({}, object)).not.toBe(meaning);
  });

  it('changes with nothing else', () => {
    expect(meaningOf({ pending_webhooks: 7, request: null, api_version: 'x' }, { description: 'x' })).toBe(meaning);
  });
});

describe('signed bytes that are no event', () => {
  it.each(['', 'x', '[', '{"a":'])('%p is no JSON', (text) => {
    expect(() => webhooks.read(Buffer.from(text))).toThrow(expect.objectContaining({ code: 'malformed_json' }));
  });

  it.each([
    'null',
    '1',
    '[]',
    '{}',
    '{"object":"event","id":"evt_1"}',
    '{"object":"v2.core.event","id":"evt_1","type":"a"}',
  ])('%s is no event', (text) => {
    expect(() => webhooks.read(Buffer.from(text))).toThrow(expect.objectContaining({ code: 'validation_failed' }));
  });
});
