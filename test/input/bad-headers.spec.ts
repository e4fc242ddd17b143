import { bearer, expectRefused, refusalIn, refused, type Spoilt } from './refusal.js';
import { adjustStock, BODY_ROUTES, payDraft, placeOrder, stockShelves } from './routes.js';
import { ask, type Answered, type Asked } from '../support/ask.js';
import { Scene } from '../support/scene.js';
import { stored } from '../support/stored.js';
import { gzipSync } from 'node:zlib';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open();
  await stockShelves(scene);
});
afterAll(() => scene.close());

const header =
  (name: string, value: string | readonly string[] | undefined) =>
  (good: Asked): Asked => {
    const { [name]: _, ...others } = good.headers ?? {};
    return { ...good, headers: value === undefined ? others : { ...others, [name]: value } };
  };

/** Text as the bytes of its UTF-8, which is how a careless client puts it into a header. */
const utf8 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

const key = (what: string, value: string | readonly string[]): Spoilt => [
  `key: ${what}`,
  header('idempotency-key', value),
  refused(400, 'idempotency_key_invalid'),
];

const BAD_KEYS: readonly Spoilt[] = [
  ['no key', header('idempotency-key', undefined), refused(400, 'idempotency_key_missing')],
  key('empty', ''),
  key('white space', ' \t '),
  key('an empty quoted one', '""'),
  key('sent twice', ['a', 'b']),
  key('sent twice, the same', ['a', 'a']),
  key('sent twice, once empty', ['a', '']),
  key('a list', 'a,b'),
  key('a list of quoted ones', '"a", "b"'),
  key('a trailing comma', 'a,'),
  key('a tab inside', 'a\tb'),
  key('a space inside', 'a b'),
  key('a quote that is not closed', '"a'),
  key('a quote inside', 'a"b'),
  key('a quoted one with parameters', '"a";v=1'),
  key('a wrong escape', String.raw`"a\n"`),
  key('256 characters', 'k'.repeat(256)),
  key('256 characters in quotes', `"${'k'.repeat(256)}"`),
  key('10 kB', 'k'.repeat(10_240)),
  key('a letter beyond ASCII', utf8('é')),
  key('the same letter decomposed', utf8('e\u0301')),
  key('128 letters of two bytes', utf8('é'.repeat(128))),
  key('an emoji', utf8('🔑')),
  key('a Latin-1 letter', '\xe9'),
  key('a no-break space at its end', 'a\xa0'),
];

const type = (value: string | undefined): Spoilt => [
  `content-type: ${value}`,
  header('content-type', value),
  refused(415, 'unsupported_media_type'),
];

const BAD_BODIES: readonly Spoilt[] = [
  type('text/plain'),
  type('application/x-www-form-urlencoded'),
  type('multipart/form-data; boundary=x'),
  type('application/merge-patch+json'),
  type('application/problem+json'),
  type('application/jsonp'),
  type('application/json, text/plain'),
  type('application/json; charset=utf-16'),
  type('application/json; charset=iso-8859-1'),
  type('application/json; profile=x'),
  type('json'),
  type(''),
  ['a body without a type', header('content-type', undefined), refused(415, 'unsupported_media_type')],
  [
    'gzipped JSON',
    (good) => ({ ...header('content-encoding', 'gzip')(good), body: gzipSync(JSON.stringify(good.body)) }),
    refused(415, 'unsupported_media_type'),
  ],
  ['256 kB and a byte', (good) => ({ ...good, body: padded(good, 256 * 1024 + 1) }), refused(413, 'body_too_large')],
  ['2 MB', (good) => ({ ...good, body: padded(good, 2_000_000) }), refused(413, 'body_too_large')],
  [
    '2 MB in chunks',
    (good) => ({ ...good, body: undefined, chunks: inChunks(padded(good, 2_000_000)) }),
    refused(413, 'body_too_large'),
  ],
];

/** The good body with white space behind it, so many bytes in all. */
const padded = ({ body }: Asked, bytes: number): Buffer => Buffer.from(JSON.stringify(body).padEnd(bytes));

const inChunks = (whole: Buffer): Buffer[] =>
  [...Array(Math.ceil(whole.length / 65_536)).keys()].map((n) => whole.subarray(n * 65_536, (n + 1) * 65_536));

describe('danger: an odd key is read as some key or other (B013, B014)', () => {
  it.each(BODY_ROUTES.filter((route) => route.keyed))('is refused by $name', async (route) => {
    await expectRefused(scene, route, BAD_KEYS);
  });
});

describe('danger: a body that is no JSON or far too large fills the store (B150)', () => {
  it.each(BODY_ROUTES)('is refused by $name', async (route) => {
    await expectRefused(scene, route, BAD_BODIES);
  });

  it('is served up to the last byte of the limit', async () => {
    const good: Asked = {
      ...(await placeOrder.good(scene)),
      headers: { ...bearer('alice'), ...JSON_TYPE, ...newKey() },
    };
    expect((await ask(scene.services[0]!.url, { ...good, body: padded(good, 256 * 1024) })).status).toBe(201);
  });
});

const JSON_TYPE = { 'content-type': 'application/json' };
const newKey = (): Record<string, string> => ({ 'idempotency-key': crypto.randomUUID() });

describe('a key', () => {
  const place = async (value: string, more: object = {}): Promise<Answered> => {
    const { body, ...good } = await placeOrder.good(scene);
    const headers = { ...bearer('alice'), ...JSON_TYPE, 'idempotency-key': value };
    return ask(scene.services[0]!.url, { ...good, headers, body: { ...body, ...more } });
  };

  it.each([
    ['one character', '!'],
    ['255 characters', 'k'.repeat(255)],
    [
      'every visible character but comma and quote',
      [...Array(94).keys()]
        .map((n) => String.fromCharCode(33 + n))
        .filter((c) => !',"'.includes(c))
        .join(''),
    ],
    ['what a log might look up', '${jndi:ldap://127.0.0.1/x}'],
    ['escapes that are only text', String.raw`\r\nSet-Cookie:\u001b[31m%0d%0a`],
  ])('of %s is one key, in quotes or bare, and echoed as it is', async (_, bare) => {
    const first = await place(bare);
    expect([first.status, first.headers['idempotency-key'], first.headers['set-cookie']]).toEqual([
      201,
      bare,
      undefined,
    ]);
    const quoted = await place(`"${bare.replace(/[\\"]/g, String.raw`\$&`)}"`);
    expect([quoted.status, quoted.headers['idempotent-replayed'], quoted.text]).toEqual([201, 'true', first.text]);
    const spaced = await place(`\t ${bare} `);
    expect(spaced.text).toBe(first.text);
  });

  it('may hold a comma or a quote inside quotes, and is echoed in quotes then', async () => {
    for (const quoted of ['"a,b"', String.raw`"a\"b"`]) {
      const answer = await place(quoted);
      expect([answer.status, answer.headers['idempotency-key']]).toEqual([201, quoted]);
    }
  });

  it('in another case is another key', async () => {
    const lower = await place('case-of-key');
    const upper = await place('CASE-OF-KEY');
    expect([lower.status, upper.status]).toEqual([201, 201]);
    expect(upper.text).not.toBe(lower.text);
  });

  it('means nothing to a reader, who is told so', async () => {
    for (const value of ['a', 'x'.repeat(300), 'a,b']) {
      const headers = { ...bearer('alice'), 'idempotency-key': value };
      const answer = await ask(scene.services[0]!.url, { path: '/api/orders', headers });
      expect([answer.status, answer.headers['idempotency-status']]).toEqual([200, 'ignored']);
    }
    const without = await ask(scene.services[0]!.url, { path: '/api/orders', headers: bearer('alice') });
    expect(without.headers['idempotency-status']).toBeUndefined();
  });
});

describe('If-Match that is no ETag of ours', () => {
  it.each(['1', '"x"', '""', '"-1"', '"1.0"', 'W/"1"', '"1", "2"', '"9999999999"', '"1"; "2"', '\xe9'])(
    'is refused: %s',
    async (value) => {
      await scene.stock('MATCHED', 5);
      const before = await stored(scene);
      const headers = { ...bearer('operator'), ...JSON_TYPE, 'if-match': value };
      const body = { name: 'x', unitPrice: 1, currency: 'EUR', onHand: 1 };
      const answer = await ask(scene.services[0]!.url, {
        method: 'PUT',
        path: '/api/inventory/MATCHED',
        headers,
        body,
      });
      expect(refusalIn(answer, false)).toEqual({ status: 400, code: 'validation_failed', pointers: ['/If-Match'] });
      expect(await stored(scene)).toEqual(before);
    },
  );

  it('an ETag of nothing is out of date, and so is "any" when there is none', async () => {
    for (const value of ['"1"', '"999999999"', '*']) {
      const headers = { ...bearer('operator'), ...JSON_TYPE, 'if-match': value };
      const body = { name: 'x', unitPrice: 1, currency: 'EUR', onHand: 1 };
      const answer = await ask(scene.services[0]!.url, { method: 'PUT', path: '/api/inventory/NEVER', headers, body });
      expect(refusalIn(answer, false)).toEqual({ status: 412, code: 'precondition_failed' });
    }
    expect((await scene.get('/api/inventory/NEVER')).status).toBe(404);
  });
});

describe('preferences nobody understands', () => {
  it('fail no request', async () => {
    const odd = [
      'wait=-1',
      'wait=1e9',
      'wait=99999999999',
      'wait=',
      ',,;;==',
      '"',
      'respond-async=1',
      'x'.repeat(5_000),
    ];
    for (const [at, prefer] of odd.entries()) {
      const route = [placeOrder, payDraft, adjustStock][at % 3]!;
      const { body, ...good } = await route.good(scene);
      const headers = { ...bearer(route.as), ...JSON_TYPE, ...newKey(), prefer };
      expect((await ask(scene.services[0]!.url, { ...good, headers, body })).status).toBe(201);
    }
  });
});
