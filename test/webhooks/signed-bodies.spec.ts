import { expectInvariants } from '../support/invariants.js';
import { completeAtProvider, openOrder, untilStatus } from '../support/open-payment.js';
import { decided, deliver, deliverRaw, intentEvent, wireEvent } from '../support/provider-events.js';
import { Scene } from '../support/scene.js';
import { stoppedDuplicates } from '#shared/observability/stopped-duplicates.js';
import { signatureOf } from '#modules/payments/gateway/stripe/webhook-signature.js';

const [NEW_SECRET, OLD_SECRET] = ['whsec_new', 'whsec_old'];
const MINUTE_MS = 60_000;

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open({ inside: true, env: { PSP_WEBHOOK_SECRET: `${NEW_SECRET},${OLD_SECRET}` } });
  await scene.stock('TEA', 20);
});
afterAll(async () => {
  await expectInvariants(scene);
  await scene.close();
});

const secret = NEW_SECRET;
const someEvent = () => wireEvent('customer.created', { id: 'cus_1', object: 'customer' });
const rawOf = async (eventId: string): Promise<Buffer | undefined> =>
  (await scene.rows<{ raw: Buffer }>('SELECT raw FROM messaging.inbox WHERE event_id = $1', [eventId]))[0]?.raw;
const INVALID = { status: 400, code: 'webhook_signature_invalid' };

describe('B082 the signature is over the bytes that were sent', () => {
  const odd: [string, (text: string) => string][] = [
    ['odd spacing', (text) => text.replaceAll(':', ' :\t ').replaceAll(',"', ' ,\r\n "')],
    [
      'members in another order',
      (text) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text)).toReversed())),
    ],
    ['a number written as 1.0', (text) => text.replace('"pending_webhooks":1', '"pending_webhooks":1.0')],
    ['an escaped letter', (text) => text.replace('"cus_1"', '"cus_\\u00e9"')],
    ['letters beyond ASCII', (text) => text.replace('"cus_1"', '"cus_é漢😀"')],
    ['a newline at its end', (text) => `${text}\n`],
    ['300 kB', (text) => text.replace('"cus_1"', `"cus_1","description":"${'x'.repeat(300_000)}"`)],
  ];

  it.each(odd)('%s: accepted and kept as it is', async (_, write) => {
    const event = someEvent();
    const raw = Buffer.from(write(JSON.stringify(event)));
    expect(await deliverRaw(scene, raw, { secret })).toMatchObject({ status: 200 });
    expect((await rawOf(event.id))?.equals(raw)).toBe(true);
  });

  it.each(['application/json', 'application/json; charset=utf-8', 'application/json;charset="UTF-8"'])(
    'as %s it is taken',
    async (contentType) => {
      expect(await deliver(scene, someEvent(), { secret, contentType })).toMatchObject({ status: 200 });
    },
  );

  it('one flipped bit anywhere: refused, nothing kept', async () => {
    const event = someEvent();
    const raw = Buffer.from(JSON.stringify(event));
    const signature = signatureOf(raw, secret, new Date());
    for (let at = 0; at < raw.length; at += 37) {
      const changed = Buffer.from(raw);
      changed[at]! ^= 1;
      expect(await deliverRaw(scene, changed, { signature })).toEqual(INVALID);
    }
    expect(await rawOf(event.id)).toBeUndefined();
  });

  it('a byte order mark in front, which decoding would swallow: refused', async () => {
    const raw = Buffer.from(JSON.stringify(someEvent()));
    const signature = signatureOf(raw, secret, new Date());
    const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), raw]);
    expect(await deliverRaw(scene, marked, { signature })).toEqual(INVALID);
  });

  it('an amount written as 1000.0 is the amount', async () => {
    const { orderId, payment } = await openOrder(scene);
    const event = intentEvent('succeeded', payment);
    await deliverRaw(scene, JSON.stringify(event).replaceAll(':1000,', ':1000.0,'), { secret });
    expect(await decided(scene, event.id)).toMatchObject({ status: 'applied' });
    await completeAtProvider(scene, payment);
    await untilStatus(scene, orderId, 'confirmed');
  });

  it('every other route still reads its JSON', async () => {
    expect((await scene.place()).status).toBe(201);
  });
});

describe('B094 an old signature does not come back', () => {
  const minutesAway = (minutes: number): Date => new Date(Date.now() + minutes * MINUTE_MS);

  it.each([-6, 6])('%i minutes away: refused', async (minutes) => {
    expect(await deliver(scene, someEvent(), { secret, at: minutesAway(minutes) })).toEqual(INVALID);
  });

  it.each([-4, 4])('%i minutes away: taken', async (minutes) => {
    expect(await deliver(scene, someEvent(), { secret, at: minutesAway(minutes) })).toMatchObject({ status: 200 });
  });

  it('twice within the window: taken twice, with one effect', async () => {
    const { orderId, payment } = await openOrder(scene);
    const raw = JSON.stringify(intentEvent('succeeded', payment));
    const signature = signatureOf(raw, secret, new Date());
    const before = stoppedDuplicates();
    expect(await deliverRaw(scene, raw, { signature })).toMatchObject({ status: 200 });
    expect(await deliverRaw(scene, raw, { signature })).toMatchObject({ status: 200 });
    expect(stoppedDuplicates().event - before.event).toBe(1);
    await completeAtProvider(scene, payment);
    await untilStatus(scene, orderId, 'confirmed');
  });

  it.each([
    ['no time', (v1: string) => `v1=${v1}`],
    ['a time that is no number', (v1: string) => `t=soon,v1=${v1}`],
    ['a time that only begins as a number', (v1: string, t: number) => `t=${t}x,v1=${v1}`],
    ['two times', (v1: string, t: number) => `t=${t},t=${t},v1=${v1}`],
    ['a negative time', (v1: string, t: number) => `t=-${t},v1=${v1}`],
  ])('%s: refused', async (_, header) => {
    const raw = JSON.stringify(someEvent());
    const [, t, v1] = /t=(\d+),v1=(.*)/.exec(signatureOf(raw, secret, new Date()))!;
    expect(await deliverRaw(scene, raw, { signature: header(v1!, Number(t)) })).toEqual(INVALID);
  });
});

describe('B095 rotation and odd signatures', () => {
  const parts = (raw: string, by: string): { t: string; v1: string } => {
    const [, t, v1] = /t=(\d+),v1=(.*)/.exec(signatureOf(raw, by, new Date()))!;
    return { t: t!, v1: v1! };
  };

  it.each([NEW_SECRET, OLD_SECRET])('a signature by %s: taken', async (by) => {
    expect(await deliver(scene, someEvent(), { secret: by })).toMatchObject({ status: 200 });
  });

  it('a signature by a secret that is not ours: refused', async () => {
    expect(await deliver(scene, someEvent(), { secret: 'whsec_stranger' })).toEqual(INVALID);
  });

  it('several signatures of which one is right, in any place: taken', async () => {
    for (const order of [
      ['right', 'wrong'],
      ['wrong', 'right'],
      ['wrong', 'right', 'wrong'],
    ]) {
      const raw = JSON.stringify(someEvent());
      const { t, v1 } = parts(raw, OLD_SECRET);
      const values = order.map((one) => (one === 'right' ? v1 : 'ab'.repeat(32)));
      const signature = [`t=${t}`, 'v0=deadbeef', ...values.map((value) => `v1=${value}`)].join(',');
      expect(await deliverRaw(scene, raw, { signature })).toMatchObject({ status: 200 });
    }
  });

  it.each([
    ['none at all', () => null],
    ['an empty header', () => ''],
    ['an empty signature', (t: string) => `t=${t},v1=`],
    ['a short signature', (t: string, v1: string) => `t=${t},v1=${v1.slice(0, 10)}`],
    ['a long signature', (t: string, v1: string) => `t=${t},v1=${v1}00`],
    ['a signature that is not hexadecimal', (t: string, v1: string) => `t=${t},v1=${'z'.repeat(v1.length)}`],
    ['only another scheme', (t: string, v1: string) => `t=${t},v0=${v1}`],
    ['words', () => 'no signature'],
    ['commas', () => ',,,,'],
    ['more signatures than anybody needs', (t: string) => `t=${t}${`,v1=${'0'.repeat(8)}`.repeat(1000)}`],
  ])('%s: refused, no server error', async (_, header) => {
    const raw = JSON.stringify(someEvent());
    const { t, v1 } = parts(raw, secret);
    expect(await deliverRaw(scene, raw, { signature: header(t, v1) })).toEqual(INVALID);
  });

  it('no body at all: refused', async () => {
    expect(await deliverRaw(scene, '', { signature: parts('', secret).v1 })).toMatchObject({ status: 400 });
  });

  it('signed bytes that are no event: refused as what they are', async () => {
    expect(await deliverRaw(scene, 'not json', { secret })).toEqual({ status: 400, code: 'malformed_json' });
    expect(await deliverRaw(scene, '{"object":"charge"}', { secret })).toEqual({
      status: 400,
      code: 'validation_failed',
    });
  });

  it('more than a megabyte: refused before it is read', async () => {
    expect(await deliverRaw(scene, 'x'.repeat(1_000_001), { secret })).toMatchObject({ status: 413 });
  });

  it('a webhook of another provider: there is no such route', async () => {
    expect(await deliver(scene, someEvent(), { secret, provider: 'adyen' })).toMatchObject({ status: 404 });
  });
});
