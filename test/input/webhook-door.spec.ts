import { refusalIn, refused, type Refusal } from './refusal.js';
import { ask, type Answered, type Asked } from '../support/ask.js';
import { wireEvent } from '../support/provider-events.js';
import { Scene } from '../support/scene.js';
import { stored } from '../support/stored.js';
import { signatureOf } from '#modules/payments/gateway/stripe/webhook-signature.js';
import { SANDBOX_WEBHOOK_SECRET } from '#shared/config/payment-settings.js';
import { gzipSync } from 'node:zlib';

let scene: Scene;
beforeAll(async () => {
  // Inside this process, whose prototypes are looked at.
  scene = await Scene.open({ inside: true });
});
afterAll(() => scene.close());

/** What the contract gives a webhook. */
const LIMIT = 1_000_000;
/** A second is what a health check waits; an answer that takes longer has kept everybody else waiting. */
const CHEAP_MS = 1_000;

const UNSIGNED = refused(400, 'webhook_signature_invalid');
const NO_EVENT: Refusal = { status: 400, code: 'validation_failed', pointers: [''] };
const NO_JSON = refused(400, 'malformed_json');

const event = (more: object = {}): string =>
  JSON.stringify(wireEvent('customer.updated', { id: 'cus_1', object: 'customer' }, more));
/** The event with one more member, written as it stands. */
const plus = (member: string): string => event().replace('{', `{${member},`);
/** The event whose object has one more member. */
const objectWith = (member: string): string => event().replace('"object":"customer"', `"object":"customer",${member}`);

const signed = (body: string | Buffer): Record<string, string> => ({
  'stripe-signature': signatureOf(body, SANDBOX_WEBHOOK_SECRET, new Date()),
});
const JSON_TYPE = { 'content-type': 'application/json' };

const send = (asked: Partial<Asked>): Promise<Answered> =>
  ask(scene.services[0]!.url, { method: 'POST', path: '/api/webhooks/stripe', ...asked });

/**
 * What takes long takes it every time, when it is made anew; the machine, which runs others' tests as well, may hold up
 * any single one.
 */
async function sendForTime<Sent extends Partial<Asked>>(make: () => Sent): Promise<[Sent, Answered]> {
  for (let time = 1; ; time++) {
    const asked = make();
    const answer = await send(asked);
    if (answer.ms < CHEAP_MS || time === 3) return [asked, answer];
  }
}

/** Sends each, and holds that it is refused as it should be, soon, and that nothing at all is kept of it. */
async function expectRefused(variants: readonly (readonly [string, Partial<Asked>, Refusal])[]): Promise<void> {
  const before = await stored(scene);
  const told: (readonly [string, Refusal, boolean])[] = [];
  for (const [what, asked] of variants) {
    const [, answer] = await sendForTime(() => asked);
    told.push([what, refusalIn(answer, false), answer.ms < CHEAP_MS]);
  }
  expect(told).toEqual(variants.map(([what, , refusal]) => [what, refusal, true]));
  expect(await stored(scene)).toEqual(before);
  expect((await fetch(`${scene.services[0]!.url}/health/ready`)).status).toBe(200);
}

const lists = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const objects = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

const BOMBS: readonly (readonly [string, string])[] = [
  ...[1_000, 50_000, 400_000].flatMap((levels): [string, string][] => [
    [`${levels} lists`, lists(levels)],
    [`${levels} lists that are never closed`, '['.repeat(levels)],
  ]),
  ['150,000 objects', objects(150_000)],
  ['as many members as fit', `{${Array.from({ length: 80_000 }, (_, n) => `"x${n}":1`).join(',')}}`],
  ['a number as long as the body', `{"id":${'9'.repeat(900_000)}}`],
  ['a text of nothing but escapes', `{"id":"${String.raw`\u0041`.repeat(150_000)}"}`],
];

describe('danger: whoever finds the webhook door fills the store, or keeps the service busy (B147, B150)', () => {
  it('without a signature nothing is looked at, whatever the body is', async () => {
    const forged = { ...JSON_TYPE, 'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'ab'.repeat(32)}` };
    await expectRefused([
      ['an honest event', { body: event(), headers: JSON_TYPE }, UNSIGNED],
      ['an honest event with a forged signature', { body: event(), headers: forged }, UNSIGNED],
      ['broken JSON', { body: '{"broken', headers: forged }, UNSIGNED],
      ['no body', { body: '', headers: forged }, UNSIGNED],
      ...BOMBS.map(([what, body]) => [what, { body, headers: forged }, UNSIGNED] as const),
    ]);
  });

  it('a body that is no uncompressed JSON, or is larger than a megabyte, is refused before it is read', async () => {
    const body = event();
    const whole = Buffer.from(body.padEnd(LIMIT + 1));
    const inChunks = [whole.subarray(0, LIMIT / 2), whole.subarray(LIMIT / 2)];
    const as = (type: string): Partial<Asked> => ({ body, headers: { 'content-type': type, ...signed(body) } });
    const unsupported = refused(415, 'unsupported_media_type');
    await expectRefused([
      ...[
        'text/plain',
        'application/x-www-form-urlencoded',
        'application/json; charset=utf-16',
        'application/jsonp',
      ].map((type) => [type, as(type), unsupported] as const),
      ['no type', { body, headers: signed(body) }, unsupported],
      [
        'gzipped',
        { body: gzipSync(body), headers: { ...JSON_TYPE, 'content-encoding': 'gzip', ...signed(body) } },
        unsupported,
      ],
      [
        'a megabyte and a byte',
        { body: whole, headers: { ...JSON_TYPE, ...signed(whole) } },
        refused(413, 'body_too_large'),
      ],
      [
        'a megabyte and a byte in chunks',
        { chunks: inChunks, headers: { ...JSON_TYPE, ...signed(whole) } },
        refused(413, 'body_too_large'),
      ],
    ]);
  });

  it('a megabyte is taken', async () => {
    const body = event().padEnd(LIMIT);
    expect((await send({ body, headers: { ...JSON_TYPE, ...signed(body) } })).status).toBe(200);
  });
});

describe('danger: signed bytes that are no event end as an error of ours, which the provider repeats for days', () => {
  const SIGNED: readonly (readonly [string, string | Buffer, Refusal])[] = [
    ['no body', '', NO_JSON],
    ['white space', ' \n', NO_JSON],
    ['a cut-off object', event().slice(0, -1), NO_JSON],
    ['two documents', event().repeat(2), NO_JSON],
    ['a trailing comma', event().replace(/\}$/, ',}'), NO_JSON],
    ['a raw NUL', plus('"x":"\0"'), NO_JSON],
    ['NaN', plus('"x":NaN'), NO_JSON],
    ['a byte order mark', `\uFEFF${event()}`, UNSIGNED],
    ['bytes that are not UTF-8', Buffer.from(plus('"x":"\xff"'), 'latin1'), UNSIGNED],
    ...['[]', 'null', '1', 'true', '"event"', '{}', '[{"object":"event"}]'].map(
      (body) => [body, body, NO_EVENT] as const,
    ),
    ...['id', 'type', 'data', 'object'].map(
      (member) => [`no ${member}`, event({ [member]: undefined }), NO_EVENT] as const,
    ),
    ['an id of another kind', event({ id: { toString: 'evt_1' } }), NO_EVENT],
    ['an id with a NUL', event({ id: 'evt_\0' }), NO_EVENT],
    ['an id with half a surrogate pair', event({ id: 'evt_\ud800' }), NO_EVENT],
    ['an id of 256 characters', event({ id: 'e'.repeat(256) }), NO_EVENT],
    ['a type with a line break', event({ type: 'a\nb' }), NO_EVENT],
    ['an account that is a list', event({ account: ['acct_1'] }), NO_EVENT],
    ['no object in its data', event({ data: { object: null } }), NO_EVENT],
    ...BOMBS.filter(([what]) => !what.includes('never closed')).map(([what, body]) => [what, body, NO_EVENT] as const),
    ...BOMBS.filter(([what]) => what.includes('never closed')).map(([what, body]) => [what, body, NO_JSON] as const),
  ];

  it('each is refused as what it is, soon, and leaves nothing', async () => {
    await expectRefused(
      SIGNED.map(([what, body, refusal]) => [what, { body, headers: { ...JSON_TYPE, ...signed(body) } }, refusal]),
    );
  });

  it.each<[string, () => string]>([
    ['100,000 lists in a member that nobody reads', () => plus(`"x":${lists(100_000)}`)],
    ...['amount', 'status', 'id', 'metadata'].map((member): [string, () => string] => [
      `100,000 lists for the ${member} of its object`,
      () => objectWith(`"${member}":${lists(100_000)}`),
    ]),
    ['100,000 lists for its time', () => event().replace(/"created":\d+/, `"created":${lists(100_000)}`)],
    [
      'members that would reach the prototype of all objects',
      () => plus('"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}'),
    ],
    ['a NUL in a text that nobody reads', () => plus(String.raw`"x":"a\u0000b"`)],
    ['half a surrogate pair in a text that nobody reads', () => plus(String.raw`"x":"\ud800"`)],
    ['a number that no double holds', () => plus(`"x":${'9'.repeat(1_000)}`)],
  ])('an event with %s is an event: taken at once, kept as it is', async (_, write) => {
    const [{ body }, answer] = await sendForTime(() => {
      const text = write();
      return { body: text, headers: { ...JSON_TYPE, ...signed(text) } };
    });
    expect([answer.status, answer.ms < CHEAP_MS]).toEqual([200, true]);
    expect('admin' in {}).toBe(false);
    const rows = await scene.rows('SELECT status FROM messaging.inbox WHERE raw = $1', [Buffer.from(body)]);
    expect(rows).toEqual([{ status: 'ignored' }]);
  });
});
