import { KeyedRoutes } from './keyed-routes.js';
import { jsonAnswer, type Answer } from '../contract/answer.js';
import { optionsOf } from '../by-saga/door-with-sagas.js';
import { DecidesAnswersOf } from '../by-saga/decided-answer.js';
import { doorSettings } from '../door-settings.js';
import { Idempotent } from '../contract/idempotent.decorator.js';
import type { IdempotentPolicy } from '../door/policy.js';
import { CannotStart } from '#shared/config/cannot-start.error.js';
import { loadConfig } from '#shared/config/load-config.js';
import { startFailure } from '#shared/config/start-failure.js';
import {
  All,
  Body,
  Controller,
  Get,
  Head,
  Next,
  Options,
  Patch,
  Post,
  Render,
  Res,
  Sse,
  StreamableFile,
  type Type,
} from '@nestjs/common';
import { type DiscoveryService, MetadataScanner } from '@nestjs/core';
import { IsOptional, IsString } from 'class-validator';
import { EMPTY, type Observable } from 'rxjs';

class TeaRequest {
  @IsString()
  leaf!: string;

  @IsOptional()
  @IsString()
  note?: string;

  /** Validation lets nothing through that has no rule. */
  secret?: string;
}

@DecidesAnswersOf('tea.saga')
class TeaAnswers {}

const answer = async (): Promise<Answer> => jsonAnswer(200, {});

/** On a method whose type is not that of an answer; the compiler would refuse it. */
const forced = (policy: IdempotentPolicy) => Idempotent(policy) as MethodDecorator;

/** Starts with these controllers and no other. */
function started(controllers: readonly Type[], env: NodeJS.ProcessEnv = {}): KeyedRoutes {
  const discovery = {
    getControllers: () => controllers.map((metatype) => ({ metatype })),
    getProviders: () => [{ metatype: TeaAnswers }, { metatype: null }],
  } as unknown as DiscoveryService;
  const routes = new KeyedRoutes(discovery, new MetadataScanner(), doorSettings(optionsOf(loadConfig(env))));
  routes.onModuleInit();
  return routes;
}

/** The line that a person reads whose start was refused. */
function complaintOf(controllers: readonly Type[], env: NodeJS.ProcessEnv = {}): string {
  try {
    started(controllers, env);
  } catch (error) {
    expect(error).toBeInstanceOf(CannotStart);
    return startFailure(error) ?? 'unexpected';
  }
  return 'started';
}

/** A controller with one sound route under this policy. */
function brewing(policy: IdempotentPolicy): Type {
  @Controller('tea')
  class Brewing {
    @Post(':id/cups')
    @Idempotent(policy)
    brew(@Body() _body: TeaRequest): Promise<Answer> {
      return answer();
    }
  }
  return Brewing;
}

const SAGA = 'tea.saga';
const LOCAL = 'tea.local';
const NAME = '@Idempotent on POST /api/tea/{id}/cups (Brewing.brew)';

describe('a policy that contradicts itself or its operation ends the start, named in one line', () => {
  it.each<[string, IdempotentPolicy]>([
    ['has the wait "soon", which has to be a duration from 0ms to 30s', { operation: SAGA, wait: 'soon' }],
    ['has the wait "31s", which has to be a duration from 0ms to 30s', { operation: SAGA, wait: '31s' }],
    ['has the ttl "24", which has to be a duration from 24h to 365d', { operation: SAGA, ttl: '24' }],
    ['has the ttl "23h", which has to be a duration from 24h to 365d', { operation: SAGA, ttl: '23h' }],
    ['has the ttl "366d", which has to be a duration from 24h to 365d', { operation: LOCAL, ttl: '366d' }],
    [
      'has a wait of "1s" and refuses to wait (inProgress "conflict"): choose one',
      { operation: SAGA, wait: '1s', inProgress: 'conflict' },
    ],
    [
      'keeps unexpected failures (replay "all"), but tea.saga belongs to a saga, which finds out what really happened',
      { operation: SAGA, replay: 'all' },
    ],
    [
      'does without a key, but tea.saga belongs to a saga, whose decision only a key can fetch',
      { operation: SAGA, required: false },
    ],
    ...[{ inProgress: 'wait' as const }, { wait: '1s' }, { wait: '1s', required: false }].map(
      (options): [string, IdempotentPolicy] => [
        'says how to wait, but tea.local belongs to no saga: it is decided with its commit, and nothing is ever under way',
        { operation: LOCAL, ...options },
      ],
    ),
    ...['colour', 'secret', 'Note'].map((name): [string, IdempotentPolicy] => [
      `ignores "${name}", which TeaRequest does not have: correct or remove it`,
      { operation: SAGA, ignore: ['note', name] },
    ]),
  ])('%s', (problem, policy) => {
    expect(complaintOf([brewing(policy)])).toBe(`${NAME} ${problem}.`);
  });

  it('and a day is not the shortest life when a shorter one is forced', () => {
    const short = [brewing({ operation: LOCAL, ttl: '1s' })];
    expect(complaintOf(short)).toMatch(/ttl "1s"/);
    expect(complaintOf(short, { IDEMPOTENCY_TTL_FORCED: 'true' })).toBe('started');
    const none = [brewing({ operation: LOCAL, ttl: '0ms' })];
    expect(complaintOf(none, { IDEMPOTENCY_TTL_FORCED: 'true' })).toMatch(/ttl "0ms"/);
  });
});

describe('a route that no key can guard ends the start, named in one line', () => {
  it.each([
    ['GET', Get],
    ['HEAD', Head],
    ['OPTIONS', Options],
    ['ALL', All],
  ])('because it takes %s', (method, takes) => {
    @Controller()
    class Reading {
      @takes('tea')
      @Idempotent({ operation: LOCAL })
      read(@Body() _body: TeaRequest): Promise<Answer> {
        return answer();
      }
    }
    expect(complaintOf([Reading])).toBe(
      `@Idempotent on ${method} /api/tea (Reading.read) takes ${method}, which changes nothing: it needs no @Idempotent.`,
    );
  });

  it('because its answer passes the door by', () => {
    @Controller('events')
    class Streaming {
      @Sse('told')
      @forced({ operation: LOCAL })
      stream(@Body() _body: TeaRequest): Observable<never> {
        return EMPTY;
      }
    }
    @Controller('file')
    class Filing {
      @Post()
      @forced({ operation: LOCAL })
      file(@Body() _body: TeaRequest): StreamableFile {
        return new StreamableFile(Buffer.of());
      }
    }
    @Controller('page')
    class Rendering {
      @Post()
      @Render('tea')
      @Idempotent({ operation: LOCAL })
      page(@Body() _body: TeaRequest): Promise<Answer> {
        return answer();
      }
    }
    @Controller('reply')
    class Replying {
      @Post()
      @Idempotent({ operation: LOCAL })
      reply(@Body() _body: TeaRequest, @Res({ passthrough: true }) _reply: object): Promise<Answer> {
        return answer();
      }
    }
    @Controller('next')
    class Passing {
      @Post()
      @Idempotent({ operation: LOCAL })
      pass(@Body() _body: TeaRequest, @Next() _next: object): Promise<Answer> {
        return answer();
      }
    }
    const how = 'so nothing could be stored: return an Answer instead.';
    expect([Streaming, Filing, Rendering, Replying, Passing].map((controller) => complaintOf([controller]))).toEqual([
      `@Idempotent on GET /api/events/told (Streaming.stream) answers past the door by @Sse(), ${how}`,
      `@Idempotent on POST /api/file (Filing.file) answers past the door by a StreamableFile, ${how}`,
      `@Idempotent on POST /api/page (Rendering.page) answers past the door by @Render(), ${how}`,
      `@Idempotent on POST /api/reply (Replying.reply) answers past the door by @Res(), ${how}`,
      `@Idempotent on POST /api/next (Passing.pass) answers past the door by @Next(), ${how}`,
    ]);
  });

  it('because it does not take its body whole', () => {
    @Controller('tea')
    class Bodiless {
      @Post('none')
      @Idempotent({ operation: LOCAL })
      none(): Promise<Answer> {
        return answer();
      }
    }
    @Controller('tea')
    class Partial {
      @Post('part')
      @Idempotent({ operation: LOCAL })
      part(@Body('leaf') _leaf: string): Promise<Answer> {
        return answer();
      }
    }
    const missing = 'has no @Body() with the whole body, which the fingerprint covers: declare it.';
    expect(complaintOf([Bodiless])).toBe(`@Idempotent on POST /api/tea/none (Bodiless.none) ${missing}`);
    expect(complaintOf([Partial])).toBe(`@Idempotent on POST /api/tea/part (Partial.part) ${missing}`);
  });
});

describe('two routes of one operation', () => {
  function two(first: Partial<IdempotentPolicy>, second: Partial<IdempotentPolicy>): Type[] {
    @Controller('tea')
    class Brewing {
      @Post(['brew', 'steep'])
      @Idempotent({ operation: SAGA, ...first })
      brew(@Body() _body: TeaRequest): Promise<Answer> {
        return answer();
      }
    }
    @Controller('cups')
    class Pouring {
      @Patch(':sku')
      @Idempotent({ operation: SAGA, ...second })
      pour(@Body() _body: TeaRequest): Promise<Answer> {
        return answer();
      }
    }
    return [Brewing, Pouring];
  }

  it.each<[Partial<IdempotentPolicy>, Partial<IdempotentPolicy>]>([
    [{}, { ttl: '48h' }],
    [{ inProgress: 'wait' }, {}],
    [{ wait: '1s' }, { wait: '2s' }],
    [{ ignore: ['note'] }, { ignore: ['note', 'leaf'] }],
  ])('with policies %j and %j end the start', (first, second) => {
    expect(complaintOf(two(first, second))).toBe(
      '@Idempotent on PATCH /api/cups/{sku} (Pouring.pour) has another policy for tea.saga than ' +
        'POST /api/tea/brew (Brewing.brew): make them equal.',
    );
  });

  it('have one policy, in whatever words, and may find the same content in other places', () => {
    const content = (body: object) => ({ target: '1', body });
    const routes = started(two({ ttl: '24h', ignore: ['note', 'leaf'], content }, { ignore: ['leaf', 'note'] }));
    expect(routes.operation(SAGA).routes.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/tea/brew',
      'POST /api/tea/steep',
      'PATCH /api/cups/{sku}',
    ]);
  });
});

describe('what a policy leaves open', () => {
  it('has one answer for the whole service', () => {
    const env = { ORDER_WAIT: '3s', IDEMPOTENCY_TTL: '48h' };
    expect(started([brewing({ operation: SAGA })], env).operation(SAGA).policy).toMatchObject({
      required: true,
      inProgress: 'accepted',
      waitMs: 3_000,
      replay: 'final',
      ttlMs: 172_800_000,
      ignore: [],
      reusedStatus: 409,
      runningStatus: 202,
    });
  });

  it('is how long the answer of an operation lives that only another release has', () => {
    expect(started([], { IDEMPOTENCY_TTL: '48h' }).ttlMsOf('tea.of-tomorrow')).toBe(172_800_000);
  });

  it('under the profile ietf is refused with the statuses of the draft', () => {
    const { policy } = started([brewing({ operation: SAGA })], { IDEMPOTENCY_PROFILE: 'ietf' }).operation(SAGA);
    expect([policy.reusedStatus, policy.runningStatus]).toEqual([422, 409]);
  });
});
