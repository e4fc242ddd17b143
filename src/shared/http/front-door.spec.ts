import { request as httpRequest } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { Body, Controller, Get, HttpCode, Module, Param, Post, Put, Query, Req } from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Type } from 'class-transformer';
import {
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsInt,
  IsOptional,
  IsString,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import type { FastifyRequest, InjectOptions } from 'fastify';
import { isPublicRoute } from './authentication.js';
import { Caller } from './caller.js';
import { openFrontDoor } from './front-door.js';
import { ProblemFilter } from './problem.filter.js';
import { validationPipe } from './request-validation.pipe.js';
import { Roles, RolesGuard } from './roles.guard.js';
import { serverOptions } from './server-options.js';

class LineRequest {
  @IsString() sku!: string;
  @IsInt() @Min(1) @Max(1_000_000) quantity!: number;
}

class OrderRequest {
  @IsString() customerId!: string;
  @IsArray() @ArrayMinSize(1) @ValidateNested({ each: true }) @Type(() => LineRequest) items!: LineRequest[];
  @IsOptional() @IsString() note?: string;
  @IsOptional() @IsBoolean() confirm: boolean = true;
}

class ListRequest {
  @IsOptional() @IsString() customerId?: string;
}

@Controller()
class ShopController {
  @Post('api/orders')
  place(@Body() order: OrderRequest, @Caller() caller: Caller): unknown {
    return { order, caller };
  }

  @Get('api/orders')
  list(@Query() query: ListRequest): unknown {
    return query;
  }

  @Get('api/orders/:id')
  find(@Param('id') id: string): unknown {
    return { id };
  }

  @Roles('operator')
  @Put('api/inventory/:sku')
  stock(@Caller() caller: Caller): unknown {
    return caller;
  }

  @Post('api/webhooks/stripe')
  @HttpCode(200)
  webhook(@Req() { body }: FastifyRequest): unknown {
    return { bytes: Buffer.isBuffer(body) ? body.length : undefined };
  }

  @Get('health/live')
  live(): unknown {
    return { status: 'ok' };
  }
}

@Module({ controllers: [ShopController] })
class ShopModule {}

const CLIENT = { authorization: 'Bearer client-secret' };
const OPERATOR = { authorization: 'Bearer operator-secret' };
const JSON_TYPE = { 'content-type': 'application/json' };
const LIMIT = 256 * 1024;
const ORDER = { customerId: 'c1', items: [{ sku: 'a', quantity: 1 }] };

let app: NestFastifyApplication;
let port: number;

beforeAll(async () => {
  app = await NestFactory.create<NestFastifyApplication>(ShopModule, new FastifyAdapter(serverOptions()), {
    bodyParser: false,
    logger: false,
  });
  openFrontDoor(app.getHttpAdapter().getInstance(), {
    authentication: {
      keys: [
        { name: 'acme', role: 'client', secret: 'client-secret' },
        { name: 'acme', role: 'client', secret: 'client-secret-2' },
        { name: 'ops', role: 'operator', secret: 'operator-secret' },
      ],
      isPublic: isPublicRoute,
    },
    body: {
      limitBytes: LIMIT,
      raw: { matches: (pattern) => pattern.startsWith('/api/webhooks/'), limitBytes: 4 * LIMIT },
    },
  });
  app.useGlobalFilters(new ProblemFilter());
  app.useGlobalGuards(new RolesGuard(app.get(Reflector)));
  app.useGlobalPipes(validationPipe());
  await app.listen(0, '127.0.0.1');
  port = (app.getHttpServer().address() as AddressInfo).port;
});

afterAll(() => app.close());

const send = (options: InjectOptions) => app.inject({ method: 'POST', url: '/api/orders', ...options });
const place = (payload: string | Buffer | object, headers: Record<string, string> = {}) =>
  send({ headers: { ...CLIENT, ...JSON_TYPE, ...headers }, payload });

type Answer = Awaited<ReturnType<typeof send>>;

function expectProblem(answer: Answer, status: number, code: string): Record<string, unknown> {
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  const problem = answer.json<Record<string, unknown>>();
  expect({ ...problem, answered: answer.statusCode }).toMatchObject({
    answered: status,
    status,
    code,
    type: `/docs/problems#${code}`,
    title: expect.any(String),
    detail: expect.any(String),
    instance: expect.any(String),
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  expect(answer.headers['x-request-id']).toBe(problem['traceId']);
  return problem;
}

describe('a request that is fine', () => {
  it('reaches the handler as an instance of its class, with its defaults and the caller of its key', async () => {
    const answer = await place(ORDER);
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({
      order: { ...ORDER, confirm: true },
      caller: { tenant: 'acme', role: 'client', name: 'acme' },
    });
  });

  it('may say null for absent, 1.0 for 1, and name its charset', async () => {
    const body = '{"customerId":"c1","items":[{"sku":"a","quantity":1.0}],"confirm":null,"note":null}';
    const answer = await place(body, { 'content-type': 'application/json; charset=UTF-8' });
    expect(answer.json<{ order: unknown }>().order).toEqual({ ...ORDER, confirm: true });
  });

  it('is answered with its trace id, never with content of the caller', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const known = await place(ORDER, { traceparent, 'x-request-id': 'mine' });
    expect(known.headers['x-request-id']).toBe('4bf92f3577b34da6a3ce929d0e0e4736');
    const unknown = await place(ORDER, { 'x-request-id': 'mine' });
    expect(unknown.headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
  });

  it('hands a webhook the bytes that were sent, without a key', async () => {
    const payload = '{"a": 1e2, "a": "\\u0000"}';
    const answer = await send({ url: '/api/webhooks/stripe', headers: JSON_TYPE, payload });
    expect(answer.json()).toEqual({ bytes: payload.length });
  });
});

describe('a body that is no acceptable JSON', () => {
  it.each([
    ['malformed JSON', '{"customerId":'],
    ['no body at all', ''],
    ['a NUL in a value', '{"customerId":"\\u0000"}'],
    ['a NUL in a member name', '{"a\\u0000":1}'],
    ['a lone surrogate', '{"note":"\\ud800"}'],
    ['__proto__ at the top', '{"__proto__":{"admin":true}}'],
    ['__proto__ in an item', '{"items":[{"__proto__":{"sku":"a"}}]}'],
    ['__proto__ in an array', '[{"__proto__":1}]'],
    ['constructor', '{"constructor":{"prototype":{}}}'],
    ['an exponent', '{"items":[{"sku":"a","quantity":1e2}]}'],
    ['an integer no double holds', '{"items":[{"sku":"a","quantity":9007199254740993}]}'],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22])],
    ['1,000 levels in a known member', `{"note":${'['.repeat(1_000)}${']'.repeat(1_000)}}`],
    ['5,000 levels in an unknown member', `{"x":${'['.repeat(5_000)}${']'.repeat(5_000)}}`],
    ['50,000 levels', '['.repeat(50_000) + ']'.repeat(50_000)],
  ])('is refused as malformed_json: %s', async (_, payload) => {
    const problem = expectProblem(await place(payload), 400, 'malformed_json');
    expect(problem['errors']).toEqual([{ pointer: expect.any(String), detail: expect.any(String) }]);
    expect((await place(ORDER)).statusCode).toBe(201);
    expect('admin' in {}).toBe(false);
  });
});

describe('a body that is no such request', () => {
  const line = { sku: 'a', quantity: 1 };
  it.each<[string, unknown, string, string]>([
    ['an array', [], '', 'must be a JSON object'],
    ['a string', '"text"', '', 'must be a JSON object'],
    ['null', 'null', '', 'must be a JSON object'],
    ['a number', '1', '', 'must be a JSON object'],
    ['a missing member', { items: [line] }, '/customerId', 'is required'],
    ['a null in place of a member', { customerId: null, items: [line] }, '/customerId', 'is required'],
    ['an unknown member', { ...ORDER, 'a/b': 1 }, '/a~1b', 'is not a known member'],
    ['an unknown member of an item', { ...ORDER, items: [{ ...line, x: 1 }] }, '/items/0/x', 'is not a known member'],
    ['a member named like a method', { ...ORDER, toString: 1 }, '/toString', 'is not a known member'],
    [
      'a string for a number',
      { ...ORDER, items: [{ sku: 'a', quantity: '3' }] },
      '/items/0/quantity',
      'must be an integer number',
    ],
    [
      'true for a number',
      { ...ORDER, items: [{ sku: 'a', quantity: true }] },
      '/items/0/quantity',
      'must be an integer number',
    ],
    [
      'a list for a number',
      { ...ORDER, items: [{ sku: 'a', quantity: [1] }] },
      '/items/0/quantity',
      'must be an integer number',
    ],
    [
      'a fraction',
      { ...ORDER, items: [line, { sku: 'b', quantity: 1.5 }] },
      '/items/1/quantity',
      'must be an integer number',
    ],
    [
      'a negative quantity',
      { ...ORDER, items: [{ sku: 'a', quantity: -5 }] },
      '/items/0/quantity',
      'must not be less than 1',
    ],
    [
      'a huge quantity',
      { ...ORDER, items: [{ sku: 'a', quantity: 2147483648 }] },
      '/items/0/quantity',
      'must not be greater than 1000000',
    ],
    ['an object for a list', { ...ORDER, items: { 0: line } }, '/items', 'must be an array'],
    ['an empty list', { ...ORDER, items: [] }, '/items', 'must contain at least 1 elements'],
    ['a number as an item', { ...ORDER, items: [1] }, '/items/0', 'must be an object'],
    ['null as an item', { ...ORDER, items: [line, null] }, '/items/1', 'must not be null'],
    ['a list as an item', { ...ORDER, items: [[line]] }, '/items/0', 'must not be a list'],
    ['a string as an item', { ...ORDER, items: ['x'] }, '/items/0', 'must be an object'],
    ['a number for a text', { ...ORDER, note: 1 }, '/note', 'must be a string'],
    ['a text for a truth', { ...ORDER, confirm: 'true' }, '/confirm', 'must be a boolean value'],
  ])('is refused as validation_failed: %s', async (_, body, pointer, detail) => {
    const problem = expectProblem(await place(body as object), 400, 'validation_failed');
    expect(problem['errors']).toContainEqual({ pointer, detail });
  });

  it('names every member to mend, but never more than twenty', async () => {
    const body = { items: [1, null, 'x'], ...Object.fromEntries([...Array(500).keys()].map((at) => [`x${at}`, at])) };
    const { errors } = expectProblem(await place(body), 400, 'validation_failed') as { errors: unknown[] };
    expect(errors.length).toBeLessThanOrEqual(20);
  });

  it('is a query with an unknown, a repeated or a poisonous member', async () => {
    for (const query of ['colour=red', 'customerId=a&customerId=b', '__proto__=1', 'toString=1']) {
      const answer = await send({ method: 'GET', url: `/api/orders?${query}`, headers: CLIENT });
      expectProblem(answer, 400, 'validation_failed');
    }
  });
});

describe('a body of another kind', () => {
  it.each([
    ['text', { 'content-type': 'text/plain' }, 'hello'],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'a=1'],
    ['a multipart form', { 'content-type': 'multipart/form-data; boundary=x' }, '--x--'],
    ['no type', { 'content-type': '' }, 'hello'],
    ['a broken type', { 'content-type': 'json' }, '{}'],
    ['JSON in another charset', { 'content-type': 'application/json; charset=utf-16' }, '{}'],
    ['another kind of JSON', { 'content-type': 'application/merge-patch+json' }, '{}'],
    ['a type that starts alike', { 'content-type': 'application/jsonp' }, '{}'],
    ['gzipped JSON', { ...JSON_TYPE, 'content-encoding': 'gzip' }, gzipSync('{}')],
  ])('is refused as unsupported_media_type: %s', async (_, headers, payload) => {
    const answer = await send({ headers: { ...CLIENT, ...headers }, payload });
    expectProblem(answer, 415, 'unsupported_media_type');
  });

  it('may be absent without a type, and then lacks every member', async () => {
    expectProblem(await send({ headers: CLIENT }), 400, 'validation_failed');
  });
});

describe('danger: an oversize body fills the memory or hides the answer', () => {
  const upload = (headers: Record<string, string | number>, chunks: Buffer[], path = '/api/orders') =>
    new Promise<{ status?: number; body: string }>((resolve, reject) => {
      const request = httpRequest({ port, method: 'POST', path, headers: { ...CLIENT, ...JSON_TYPE, ...headers } });
      request.on('error', reject);
      request.on('response', (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (part: string) => (body += part));
        response.on('end', () => resolve({ status: response.statusCode, body }));
      });
      for (const chunk of chunks) request.write(chunk);
      request.end();
    });
  const twoMegabytes = [...Array(32)].map(() => Buffer.alloc(64 * 1024, ' '));
  const LENGTH = { 'content-length': 32 * 64 * 1024 };

  it.each([
    ['with its length', LENGTH],
    ['chunked', { 'transfer-encoding': 'chunked' }],
  ])('a client that sends 2 MB %s still reads 413', async (_, headers) => {
    const { status, body } = await upload(headers, twoMegabytes);
    expect(status).toBe(413);
    expect(JSON.parse(body)).toMatchObject({ status: 413, code: 'body_too_large' });
  });

  it('a webhook has a limit of its own', async () => {
    const half = [Buffer.from(JSON.stringify('x'.repeat(2 * LIMIT)))];
    expect((await upload({}, half, '/api/webhooks/stripe')).status).toBe(200);
    expect((await upload(LENGTH, twoMegabytes, '/api/webhooks/stripe')).status).toBe(413);
  });

  it('a body nobody may send is refused before it is parsed', async () => {
    const { status, body } = await upload({ ...LENGTH, authorization: 'Bearer wrong' }, twoMegabytes);
    expect(status).toBe(401);
    expect(JSON.parse(body)).toMatchObject({ code: 'unauthenticated' });
  });
});

describe('a connection', () => {
  it('stays usable after a body on it was refused', async () => {
    const refused = 'POST /api/orders HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n0123456789';
    const { all } = await raw('X: y', `${refused}GET /health/live HTTP/1.1`);
    expect(all.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401', 'HTTP/1.1 200']);
  });
});

describe('a key', () => {
  it.each<[string, Record<string, string>]>([
    ['missing', {}],
    ['empty', { authorization: '' }],
    ['of another scheme', { authorization: 'Basic Y2xpZW50OnNlY3JldA==' }],
    ['unknown', { authorization: 'Bearer client-secret-3' }],
    ['a prefix of a good one', { authorization: 'Bearer client-secre' }],
    ['followed by another', { authorization: 'Bearer client-secret, Bearer client-secret' }],
    ['with letters outside ASCII', { authorization: 'Bearer s\u00e9cret' }],
  ])('that is %s is answered 401 with a challenge', async (_, headers) => {
    const answer = await send({ headers: { ...headers, ...JSON_TYPE }, payload: ORDER });
    expectProblem(answer, 401, 'unauthenticated');
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  it('that is sent twice is answered 401', async () => {
    const { status } = await raw('Authorization: Bearer client-secret\r\nAuthorization: Bearer operator-secret');
    expect(status).toBe(401);
  });

  it('may be rotated: both secrets are the same caller, whatever the case of the scheme', async () => {
    const answer = await place(ORDER, { authorization: 'bEaReR client-secret-2' });
    expect(answer.json<{ caller: unknown }>().caller).toEqual({ tenant: 'acme', role: 'client', name: 'acme' });
  });

  it('of the wrong role is answered 403', async () => {
    const put = (headers: Record<string, string>) => send({ method: 'PUT', url: '/api/inventory/a', headers });
    expectProblem(await put(CLIENT), 403, 'role_forbidden');
    expect((await put(OPERATOR)).json()).toEqual({ tenant: 'operator:ops', role: 'operator', name: 'ops' });
  });

  it('alone decides the tenant, also right after it was used (B145)', async () => {
    const tenants = await Promise.all(
      ['B', 'acme', 'operator:ops'].map(async (tenant) => {
        const answer = await place(ORDER, { 'x-tenant': tenant, 'x-tenant-id': tenant, forwarded: `for=${tenant}` });
        return answer.json<{ caller: { tenant: string } }>().caller.tenant;
      }),
    );
    expect(new Set(tenants)).toEqual(new Set(['acme']));
  });

  it('is not needed for health', async () => {
    expect((await send({ method: 'GET', url: '/health/live' })).statusCode).toBe(200);
  });
});

describe('danger: a spelling of the path slips past the key', () => {
  it.each([
    '/api/orders',
    '/%61pi/orders',
    '/api/orders?x=/health/live',
    '//api/orders',
    '/api//orders',
    '/api/../api/orders',
    '/health/../api/orders',
    '/health/live/../../api/orders',
    '/api%2Forders',
    '/API/orders',
    '/api/Orders',
    '/api/orders/',
    '/api/orders;/health/live',
    '/api/orders%00',
    '/api/webhooks/../orders',
    '/api/webhooks/%2e%2e/orders',
    'http://localhost/api/orders',
    'http://localhost/health/live/../../api/orders',
    '*',
    'x/api/orders',
  ])('%s never reaches a handler without one', async (target) => {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'QUERY']) {
      const { status } = await raw('X: y', `${method} ${target} HTTP/1.1`);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    }
  });
});

describe('a path or method no route takes', () => {
  it.each(['/', '/nope', '/api/nope', '/api/orders/a/b', '/api/webhooks/other'])('%s is 404', async (url) => {
    expectProblem(await send({ url, headers: JSON_TYPE, payload: '{' }), 404, 'route_not_found');
  });

  it('an empty path parameter is 404', async () => {
    expectProblem(await send({ method: 'GET', url: '/api/orders/', headers: CLIENT }), 404, 'not_found');
  });

  it('another method is 405 with those that are allowed', async () => {
    for (const method of ['DELETE', 'OPTIONS', 'PATCH'] as const) {
      const answer = await send({ method, url: '/api/orders' });
      expectProblem(answer, 405, 'method_not_allowed');
      expect(answer.headers['allow']).toBe('GET, HEAD, POST');
    }
  });

  it('HEAD is answered as GET, without a body', async () => {
    const head = (url: string) => send({ method: 'HEAD', url, headers: CLIENT });
    expect([(await head('/api/orders')).statusCode, (await head('/nope')).statusCode]).toEqual([200, 404]);
    expect((await raw('X: y', 'HEAD /nope HTTP/1.1')).body).toBe('');
  });

  it('broken percent-encoding is 400, a NUL in it too, and a long name 414', async () => {
    const get = (url: string) => send({ method: 'GET', url, headers: CLIENT });
    expectProblem(await get('/api/orders/%'), 400, 'malformed_url');
    expectProblem(await get('/api/orders/%ff'), 400, 'malformed_url');
    expectProblem(await get('/api/orders/a%00b'), 400, 'malformed_url');
    expectProblem(await get('/api/orders?customerId=%00'), 400, 'malformed_url');
    expectProblem(await get('/api/orders?%00=1'), 400, 'malformed_url');
    expectProblem(await get(`/api/orders/${'x'.repeat(101)}`), 414, 'path_too_long');
  });

  it('the path in the answer has neither query nor great length', async () => {
    const answer = await send({ url: `/nope/${'x'.repeat(5000)}?token=secret` });
    const { instance } = expectProblem(answer, 404, 'route_not_found') as { instance: string };
    expect(instance).toBe(`/nope/${'x'.repeat(5000)}`.slice(0, 200));
  });
});

describe('an expectation that nobody knows', () => {
  it.each(['foo', '200-ok, bar'])('changes nothing: %s', async (expectation) => {
    const refused = await raw(`Expect: ${expectation}`);
    expect([refused.status, JSON.parse(refused.body)]).toMatchObject([401, { code: 'unauthenticated' }]);
    const answered = await raw(
      `Authorization: Bearer client-secret\r\nExpect: ${expectation}`,
      'GET /api/orders HTTP/1.1',
    );
    expect(answered.status).toBe(200);
  });
});

describe('what is hardly HTTP', () => {
  it.each([
    ['a header name with a space', 'GET / HTTP/1.1', 'a b: c', 400],
    ['a bare line feed in a header', 'GET / HTTP/1.1', 'a: b\nc', 400],
    ['20 kB of headers', 'GET / HTTP/1.1', `a: ${'x'.repeat(20_000)}`, 431],
    ['an unknown method', 'BREW / HTTP/1.1', 'a: b', 400],
  ])('%s is a problem answer too', async (_, line, header, expected) => {
    const { status, body, all } = await raw(header, line);
    expect(status).toBe(expected);
    const [, traceId] = /^X-Request-Id: ([0-9a-f]{32})\r$/im.exec(all) ?? [];
    expect(JSON.parse(body)).toMatchObject({ status: expected, traceId });
    expect(traceId).toBeDefined();
  });
});

/** One request byte by byte, as no HTTP client would send it. */
function raw(
  header: string,
  line = 'POST /api/orders HTTP/1.1',
): Promise<{ status: number; body: string; all: string }> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`${line}\r\nHost: localhost\r\n${header}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`),
    );
    socket.setEncoding('utf8').on('data', (part: string) => (answer += part));
    socket.on('error', reject);
    socket.on('close', () => {
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      resolve({ status: Number(head.split(' ')[1]), body, all: answer });
    });
  });
}
