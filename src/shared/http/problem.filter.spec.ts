import { get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  BadRequestException,
  Controller,
  Get,
  Header,
  InternalServerErrorException,
  type LoggerService,
  type MiddlewareConsumer,
  Module,
  type NestModule,
  Param,
  Res,
  ServiceUnavailableException,
} from '@nestjs/common';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import type { FastifyReply } from 'fastify';
import { QueryFailedError } from 'typeorm';
import { DomainError } from '../kernel/domain-error.js';
import { HttpProblem } from './http-problem.js';
import { ProblemFilter } from './problem.filter.js';
import { serverOptions } from './server-options.js';
import { ServiceUnavailable } from './service-unavailable.js';

const SECRET = 'sk_live_recognisable';

const withCode = (message: string, code: string, more: object = {}): Error =>
  Object.assign(new Error(message), { code, ...more });

/** What a handler may throw, by the path that makes it. */
const THROWN: Record<string, () => unknown> = {
  invalid: () =>
    new DomainError('invalid', 'unknown_sku', 'There is no such SKU.', {
      errors: [{ pointer: '/items/0/sku', detail: 'is unknown' }],
    }),
  missing: () => new DomainError('not_found', 'order_not_found', 'There is no such order.'),
  refused: () =>
    new DomainError('refused', 'idempotency_key_reused', 'This key was used for something else.', {
      instance: '/api/idempotency/1',
    }),
  declined: () => new DomainError('payment_required', 'payment_declined', 'The payment was declined.'),
  stale: () => new DomainError('precondition_failed', 'stale', 'Your copy is out of date.'),
  limited: () => new HttpProblem(429, 'rate_limited', 'Slow down.', { 'Retry-After': '7' }),
  busy: () => new ServiceUnavailable(4.2, { cause: new Error('pool is full') }),
  database: () => new QueryFailedError('SELECT secret FROM keys', [SECRET], withCode('terminating', '57P01')),
  health: () => new ServiceUnavailableException({ database: 'down' }),
  nest: () => new BadRequestException(`Cannot use ${SECRET}`),
  teapot: () => new HttpProblem(418, 'teapot', 'Short and stout.'),
  sql: () =>
    new QueryFailedError(
      'INSERT INTO orders VALUES ($1)',
      [SECRET],
      withCode('duplicate key value', '23505', { constraint: 'orders_pkey', detail: SECRET }),
    ),
  broken: () => new TypeError('Cannot read properties of undefined'),
  client: () =>
    withCode('request failed', 'EBAD', {
      config: { headers: { authorization: SECRET } },
      cause: withCode('deep', 'EDEEP', { secret: SECRET }),
    }),
  internal: () => new InternalServerErrorException(`constructor PlaceOrderHandler ${SECRET}`),
  text: () => SECRET,
  nothing: () => undefined,
};

@Controller()
class FailingController {
  @Get('fail/:how')
  @Header('Content-Type', 'text/csv')
  fail(@Param('how') how: string): never {
    throw THROWN[how]?.();
  }

  @Get('half')
  half(@Res() reply: FastifyReply): never {
    reply.raw.writeHead(200, { 'Content-Length': 100 });
    reply.raw.write('half an answer');
    throw new Error('too late');
  }

  @Get('middleware')
  never(): string {
    return 'never';
  }
}

@Module({ controllers: [FailingController] })
class FailingModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    const fail = (_request: IncomingMessage, _response: ServerResponse, _next: () => void): never => {
      throw new DomainError('refused', 'refused_early', 'A middleware refused.');
    };
    consumer.apply(fail).forRoutes('middleware');
  }
}

const logged: { level: string; line: unknown }[] = [];
const logger: LoggerService = {
  log: () => undefined,
  warn: (line: unknown) => logged.push({ level: 'warn', line }),
  error: (line: unknown) => logged.push({ level: 'error', line }),
};

let app: NestFastifyApplication;

beforeAll(async () => {
  const module = await Test.createTestingModule({ imports: [FailingModule] }).compile();
  app = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter(serverOptions()), {
    bodyParser: false,
    logger,
  });
  app.useGlobalFilters(
    new ProblemFilter([
      (problem, request) => (request.headers['idempotency-key'] ? { ...problem, retry: 'same-key' } : undefined),
    ]),
  );
  await app.listen(0, '127.0.0.1');
});

afterAll(() => app.close());

beforeEach(() => (logged.length = 0));

const fail = (how: string, headers: Record<string, string> = {}) => app.inject({ url: `/fail/${how}?q=1`, headers });

describe('what a handler throws', () => {
  it.each([
    ['invalid', 400, 'unknown_sku'],
    ['missing', 404, 'order_not_found'],
    ['refused', 409, 'idempotency_key_reused'],
    ['declined', 402, 'payment_declined'],
    ['stale', 412, 'stale'],
    ['limited', 429, 'rate_limited'],
    ['teapot', 418, 'teapot'],
    ['nest', 400, 'bad_request'],
    ['busy', 503, 'service_unavailable'],
    ['database', 503, 'service_unavailable'],
    ['health', 503, 'service_unavailable'],
    ['sql', 500, 'internal_error'],
    ['broken', 500, 'internal_error'],
    ['client', 500, 'internal_error'],
    ['internal', 500, 'internal_error'],
    ['text', 500, 'internal_error'],
    ['nothing', 500, 'internal_error'],
  ])('%s is answered %i %s, without our insides', async (how, status, code) => {
    const answer = await fail(how);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([status, code]);
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).not.toMatch(/sk_live|SELECT|INSERT|orders_pkey|Handler|\.ts|undefined|duplicate/);
  });

  it('is told in the members of RFC 9457 and ours', async () => {
    expect((await fail('invalid')).json()).toEqual({
      type: '/docs/problems#unknown_sku',
      title: 'Unknown sku',
      status: 400,
      detail: 'There is no such SKU.',
      code: 'unknown_sku',
      instance: '/fail/invalid',
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      errors: [{ pointer: '/items/0/sku', detail: 'is unknown' }],
    });
    expect((await fail('refused')).json()).toMatchObject({ instance: '/api/idempotency/1' });
  });

  it('may ask to come back later', async () => {
    const after = async (how: string) => (await fail(how)).headers['retry-after'];
    expect([await after('limited'), await after('busy'), await after('database'), await after('health')]).toEqual([
      '7',
      '5',
      '1',
      '1',
    ]);
  });

  it('may be refined by a module, such as with advice on the key', async () => {
    expect((await fail('declined', { 'idempotency-key': 'k' })).json()).toMatchObject({
      code: 'payment_declined',
      retry: 'same-key',
    });
    expect((await fail('declined')).json()).not.toHaveProperty('retry');
  });

  it('before the controller, in a middleware, is told the same way', async () => {
    const answer = await app.inject({ url: '/middleware' });
    expect(answer.statusCode).toBe(409);
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(answer.json()).toMatchObject({ code: 'refused_early', instance: '/middleware' });
  });
});

describe('what is logged', () => {
  it('is nothing for a mistake of the caller', async () => {
    for (const how of ['invalid', 'refused', 'limited', 'nest']) await fail(how);
    expect(logged).toEqual([]);
  });

  it.each(['sql', 'client', 'internal', 'database', 'text'])('is one line with the trace id for %s', async (how) => {
    const { traceId } = (await fail(how)).json<{ traceId: string }>();
    expect(logged).toHaveLength(1);
    expect(logged[0]?.line).toMatchObject({ traceId, method: 'GET', err: { name: expect.any(String) } });
  });

  it('is the cause, at the level of a warning when the database is away', async () => {
    await fail('busy');
    await fail('sql');
    expect(logged).toMatchObject([
      { level: 'warn', line: { status: 503, err: { cause: { message: 'pool is full' } } } },
      { level: 'error', line: { status: 500, err: { code: '23505', constraint: 'orders_pkey' } } },
    ]);
  });

  it('never holds statement parameters, headers or thrown values (B158)', async () => {
    for (const how of ['sql', 'client', 'database', 'text']) await fail(how);
    expect(JSON.stringify(logged)).not.toContain(SECRET);
  });
});

describe('danger: half an answer is taken for a whole one', () => {
  it('an error after the first byte cuts the connection', async () => {
    const { port } = app.getHttpServer().address() as AddressInfo;
    const outcome = await new Promise<string>((resolve) => {
      get({ port, path: '/half' }, (response) => {
        response.resume();
        response.on('end', () => resolve('ended'));
        response.on('error', () => resolve('cut off'));
      });
    });
    expect(outcome).toBe('cut off');
    expect((await fail('missing')).statusCode).toBe(404);
  });
});
