import { bearer } from './refusal.js';
import { ask, type Answered } from '../support/ask.js';
import { type ChildService, startChildService } from '../support/child-service.js';
import { KEYS } from '../support/environment.js';
import { Scene } from '../support/scene.js';
import { error, hangUp, json, page, reset } from '../support/stripe-moves.js';
import { METHOD, type Move, ScriptedStripe, SECRET } from '../support/scripted-stripe.js';
import { until } from '../support/until.js';
import { connect } from 'node:net';

const provider = new ScriptedStripe();
let scene: Scene;
let service: ChildService;
beforeAll(async () => {
  await provider.start();
  // The scene's own service has a provider of its own and no work to do; it lends the database.
  scene = await Scene.open({ env: { ROLE: 'api' }, proxied: true });
  await scene.stock('TEA', 1000, 890);
  service = await startChildService({
    ...scene.env,
    ROLE: 'all',
    LOG_LEVEL: 'trace',
    PAYMENT_PROVIDER: 'stripe',
    STRIPE_SECRET_KEY: SECRET,
    STRIPE_API_BASE: provider.url,
    PSP_WEBHOOK_SECRET: 'whsec_WEBHOOK77ichido',
    PSP_TIMEOUT: '300ms',
    ORDER_WAIT: '300ms',
  });
}, 90_000);
afterAll(async () => {
  await service?.close();
  await scene?.close();
  await provider.stop();
});

const place = (key: string, members: object = {}): Promise<Answered> =>
  ask(service.url, {
    method: 'POST',
    path: '/api/orders',
    headers: { ...bearer('alice'), 'content-type': 'application/json', 'idempotency-key': key },
    body: { customerId: 'customer-1', items: [{ sku: 'TEA', quantity: 1 }], paymentMethod: METHOD, ...members },
  });

/** A line that is still being written is none yet. */
const whole = (log: string): string => log.slice(0, log.lastIndexOf('\n') + 1);

const lines = (): Record<string, unknown>[] =>
  whole(service.log)
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const CARD = { payment_intent: { id: 'pi_1', client_secret: 'pi_1_secret_CLIENT99ichido' } };

/** Every kind of failure a provider can answer with, each repeating what must not be repeated. */
const FAILURES: readonly (readonly [kind: string, move: Move])[] = [
  ['a declined card', json(402, error('card_error', { code: 'card_declined', decline_code: METHOD, ...CARD }))],
  ['an unknown payment method', json(400, error('invalid_request_error', { param: 'payment_method' }))],
  ['a wrong parameter', json(400, error('invalid_request_error', { param: METHOD }))],
  ['a key used for something else', json(400, error('idempotency_error'))],
  ['a wrong secret key', json(401, error('invalid_request_error'))],
  ['a forbidden act', json(403, error('invalid_request_error'))],
  ['a conflict', json(409, error('idempotency_error'))],
  ['too many requests', json(429, error('rate_limit_error'))],
  ['a failure inside', json(500, error('api_error'))],
  ['a page of a proxy', page(502)],
  ['a success that is none', page(200)],
  ['a redirect', page(302)],
  [
    'another payment',
    json(200, {
      id: 'pi_2',
      object: 'payment_intent',
      status: 'succeeded',
      amount: 1,
      currency: 'eur',
      metadata: { sagaId: SECRET },
    }),
  ],
  ['a reset', reset],
  ['a hang-up', hangUp],
  ['silence', () => undefined],
];

/** What a log, an answer or a row would give away. The payment method is stored: a capture is repeated from it. */
const SECRETS = [SECRET, ...Object.values(KEYS), 'WEBHOOK77', 'CLIENT99'];

/** What is stored, or belongs to its caller, but is nobody's business who reads the log. */
const NOT_FOR_THE_LOG = [METHOD, 'KEY77'];

function expectNoSecretInTheLog(): void {
  for (const secret of [...SECRETS, ...NOT_FOR_THE_LOG])
    expect(service.log.split('\n').filter((line) => line.includes(secret))).toEqual([]);
}

describe('danger: a provider that fails makes us tell our secrets (B158)', () => {
  it('no answer, log line or row of any failure holds one', async () => {
    const answers: string[] = [];
    for (const [kind, move] of FAILURES) {
      const asked = provider.received.length;
      provider.moves = [...Array(asked).fill(move), ...Array(500).fill(move)] as Move[];
      const answer = await place(`KEY77-failing-${answers.length}`);
      answers.push(answer.text, JSON.stringify(answer.headers));
      expect([kind, answer.status === 202 || answer.status === 402]).toEqual([kind, true]);
      await until(`the provider was asked about ${kind}`, async () => provider.received.length > asked);
    }
    expect(provider.received[0]).toMatchObject({ headers: { authorization: `Bearer ${SECRET}` } });
    // Patient retries log once more; what is searched must have met every failure.
    await until('failures were logged', async () => lines().filter(({ level }) => Number(level) >= 50).length >= 3);

    for (const secret of [...SECRETS, METHOD]) expect(answers.filter((text) => text.includes(secret))).toEqual([]);
    expectNoSecretInTheLog();
    for (const secret of SECRETS) expect(await tablesWith(secret)).toEqual([]);
  }, 60_000);
});

describe('danger: a database that refuses a row shows the row in our log (B158)', () => {
  it.each([
    ['the order is written', 'INSERT', 500],
    ['the payment is settled', 'UPDATE', 202],
  ])('when %s', async (_, act, status) => {
    const violations = (): number => service.log.split('"code":"23514"').length;
    const earlier = violations();
    await scene.rows(`
      CREATE FUNCTION payments.refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE check_violation USING DETAIL = 'Failing row contains ' || NEW::text; END $$;
      CREATE TRIGGER refuse BEFORE ${act} ON payments.payments FOR EACH ROW EXECUTE FUNCTION payments.refuse()`);
    try {
      provider.moves = Array(1_000).fill(json(402, error('card_error', { code: 'card_declined' }))) as Move[];
      const answer = await place(`refused-row-${act}`);
      expect(answer.status).toBe(status);
      await until('it was logged', async () => violations() > earlier);
      for (const text of [answer.text, service.log]) expect(text).not.toMatch(/TOKEN4242|Failing row/);
    } finally {
      await scene.rows('DROP FUNCTION payments.refuse CASCADE');
    }
  });
});

describe('danger: every other failure tells them', () => {
  const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answered> =>
    ask(service.url, {
      method: 'POST',
      path,
      headers: { ...bearer('alice'), 'content-type': 'application/json', 'idempotency-key': 'KEY77-other', ...headers },
      body,
    });
  const told = JSON.stringify({ note: CARD.payment_intent.client_secret, paymentMethod: METHOD });

  it.each([
    ['a body that is no JSON', 400, () => post('/api/orders', `${told},`)],
    ['a body that is none of ours', 400, () => post('/api/orders', told)],
    ['a key of nobody', 401, () => post('/api/orders', told, { authorization: `Bearer ${KEYS.alice}0` })],
    ['a route of operators', 403, () => post('/api/operations/jobs/redrive', told)],
    [
      'a webhook whose signature is wrong',
      400,
      () => post('/api/webhooks/stripe', told, { 'stripe-signature': 't=1,v1=WEBHOOK77', authorization: '' }),
    ],
    [
      'a webhook without one',
      400,
      () => post('/api/webhooks/stripe', JSON.stringify({ ...CARD, secret: SECRET }), { authorization: '' }),
    ],
  ])('%s', async (_, status, send) => {
    const answer = await send();
    expect(answer.status).toBe(status);
    for (const secret of [...SECRETS, METHOD]) expect(answer.text).not.toContain(secret);
    expectNoSecretInTheLog();
  });

  it('a database that is away', async () => {
    const earlier = service.log.length;
    await scene.proxy.cut();
    try {
      const answers = [
        await place('KEY77-away'),
        await ask(service.url, { path: '/api/orders', headers: bearer('alice') }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([503, 503]);
      for (const { text } of answers)
        for (const secret of [...SECRETS, METHOD, 'KEY77']) expect(text).not.toContain(secret);
      await until('it was logged', async () => service.log.slice(earlier).includes('"level":40'));
    } finally {
      await scene.proxy.mend();
    }
    expectNoSecretInTheLog();
    await until('it is back', async () => (await place('KEY77-back')).status < 500);
  });
});

describe('whoever follows an order through the log', () => {
  it('finds every line about it by its one id', async () => {
    const about = (): Record<string, unknown>[] =>
      lines().filter((line) => ['sagaId', 'paymentId', 'refundId'].some((member) => member in line));
    const earlier = about().length;
    provider.moves = Array(1_000).fill(json(401, error('invalid_request_error'))) as Move[];
    await place('KEY77-followed');
    await until('its failure was logged', async () => about().length > earlier);
    expect(about().filter(({ orderId }) => typeof orderId !== 'string')).toEqual([]);
  });
});

async function tablesWith(text: string): Promise<string[]> {
  const tables = await scene.rows<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await scene.rows<{ hits: number }>(
      `SELECT count(*)::int AS hits FROM ${name} t WHERE position($1 IN t::text) > 0`,
      [text],
    );
    if (row!.hits > 0) found.push(name);
  }
  return found;
}

/** Sends bytes that no HTTP library would, and returns what comes back. */
const sendRaw = (bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(service.url);
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.end(Buffer.from(bytes, 'latin1')));
    socket.setEncoding('utf8').on('data', (part: string) => (answer += part));
    socket.once('error', reject).once('close', () => resolve(answer));
  });

describe('danger: what a caller sends is written into the log (B149)', () => {
  const MARK = 'INJECTED';
  const forged = `${MARK}\r\n{"level":60,"msg":"${MARK}"}`;

  it.each([
    ['control characters', `\x1b[31m${MARK}\x07`],
    ['a NUL', `${MARK}\0`],
    ['a bare carriage return', `${MARK}\rX-Forged: 1`],
  ])('a key of %s is no HTTP, is refused, and shows up nowhere', async (_, key) => {
    const answer = await sendRaw(
      `POST /api/orders HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEYS.alice}\r\nContent-Type: application/json\r\n` +
        `Idempotency-Key: ${key}\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('Content-Type: application/problem+json');
    expect(answer).not.toContain(MARK);
    expect(service.log).not.toContain(MARK);
  });

  it('keys, paths, queries, headers and bodies of refused and of served requests leave no trace as they were', async () => {
    const post = { ...bearer('alice'), 'content-type': 'application/json' };
    const encoded = encodeURIComponent(forged);
    await place(`${MARK}\${jndi:ldap://127.0.0.1/${MARK}}`);
    await place(String.raw`${MARK}\r\n\u001b[31m`, { note: forged, paymentMethod: MARK });
    await place('a'.repeat(10_240) + MARK);
    await place('key', { [forged]: forged, items: [{ sku: MARK, quantity: 1 }] });
    for (const path of [
      `/api/orders/${encoded}`,
      `/api/inventory/${encoded}`,
      `/api/orders?cursor=${encoded}`,
      `/api/${encoded}`,
      `/api/orders/%00${MARK}`,
    ]) {
      await ask(service.url, { path, headers: { ...bearer('alice'), 'user-agent': MARK, traceparent: MARK } });
      await ask(service.url, {
        method: 'POST',
        path,
        headers: { ...post, 'idempotency-key': MARK },
        body: { x: forged },
      });
    }
    await ask(service.url, { path: '/api/orders', headers: { authorization: `Bearer ${MARK}` } });
    expect(service.log).not.toContain(MARK);
    // Whatever is logged is one JSON object a line, but for the line that says where it serves.
    const written = whole(service.log)
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('Ichido serves on'));
    expect(written.length).toBeGreaterThan(10);
    for (const line of written)
      expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number), msg: expect.any(String) });
  });
});
